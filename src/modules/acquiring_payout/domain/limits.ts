/** Payout limits in minor units of one currency. Pure. */
export interface Limit {
  readonly payout: bigint;
  readonly day: bigint;
  readonly beneficiary: bigint;
}

export interface AlreadySpent {
  readonly day: bigint;
  readonly beneficiary: bigint;
}

/** The limit that this amount would exceed, the most permanent first; null: none. */
export function brokenLimit(amount: bigint, limit: Limit, spent: AlreadySpent): keyof Limit | null {
  if (amount > limit.payout) return "payout";
  if (amount > limit.beneficiary || amount + spent.beneficiary > limit.beneficiary) return "beneficiary";
  return amount + spent.day > limit.day ? "day" : null;
}

export const neverFits = (amount: bigint, limit: Limit): keyof Limit | null =>
  brokenLimit(amount, limit, { day: 0n, beneficiary: 0n });

export const leftOf = (limit: bigint, spent: bigint): bigint => (spent >= limit ? 0n : limit - spent);
