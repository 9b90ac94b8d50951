import { Random } from "./random";

/**
 * In one of `every` stories without a killed or paused process or lost commits, the step before which another gateway
 * account is configured under the same key and the previous one listed as a former account; every process is restarted
 * with it. Null: none. Drawn separately, so that the story itself stays the same.
 */
export function accountChangeOf(seed: number, run: number, every: number): number | null {
  const random = new Random(seed + 6_000_011, run);
  return every > 0 && random.chance(1 / every) ? random.integer(1, 5) : null;
}

/** Two accounts of two gateways; neither knows the other's payments. */
export const ACCOUNTS = [
  { merchantId: "100001", accountId: "100001001", signingKeys: ["golden-key-0123456789"] },
  { merchantId: "200002", accountId: "200002001", signingKeys: ["another-key-0123456789"] },
] as const;
