import { Random } from "./random";

/**
 * In one of `every` stories in which no process dies or stands still and no commit is lost, another gateway account is
 * configured under the same key before this step, and the one before is listed as a former one: every process is started
 * anew with it. Null: none is. Drawn apart, so that the story itself is the same without.
 */
export function accountChangeOf(seed: number, run: number, every: number): number | null {
  const random = new Random(seed + 6_000_011, run);
  return every > 0 && random.chance(1 / every) ? random.integer(1, 5) : null;
}

/** Two accounts of two gateways; neither knows a payment of the other. */
export const ACCOUNTS = [
  { merchantId: "100001", accountId: "100001001", signingKeys: ["golden-key-0123456789"] },
  { merchantId: "200002", accountId: "200002001", signingKeys: ["another-key-0123456789"] },
] as const;
