/**
 * Which changes of an order explain what it owes its customer now. Pure, in integer minor units, and exact: the causes and
 * the rest are always the surplus. What earlier refunds and payments have settled is left out, from the oldest change on.
 */
export interface TotalChange<Cause> {
  readonly cause: Cause;
  /** Positive: the order became cheaper. */
  readonly minor: bigint;
}

export interface Explanation<Cause> {
  /** Oldest first. */
  readonly changes: readonly TotalChange<Cause>[];
  /** Positive: paid beyond the order's total. Negative: a part of the changes that was refunded before. */
  readonly rest: bigint;
}

/** Between Medusa's totals and its sums of payments, each rounded. */
const ROUNDING = 1n;

export function explainSurplus<Cause>(changes: readonly TotalChange<Cause>[], surplus: bigint): Explanation<Cause> {
  const all = sumOf(changes);
  const settled = all - surplus;
  const left = changes.slice(settledCount(changes, settled, surplus));
  const rest = surplus - sumOf(left);
  const largest = left.reduce<TotalChange<Cause> | undefined>(
    (most, change) => (most === undefined || change.minor > most.minor ? change : most),
    undefined,
  );
  if (largest === undefined || sizeOf(rest) > ROUNDING) return { changes: left, rest };
  const rounded = left.map((change) => (change === largest ? { ...change, minor: change.minor + rest } : change));
  return { changes: rounded, rest: 0n };
}

/** How many of the oldest changes are settled: exactly, if that is possible, otherwise as many as their sum covers. */
function settledCount<Cause>(changes: readonly TotalChange<Cause>[], settled: bigint, surplus: bigint): number {
  // Something has to explain a surplus.
  const most = surplus > 0n ? changes.length - 1 : changes.length;
  let sum = 0n;
  let [exact, near, covered] = [-1, -1, 0];
  for (let count = 0; count <= most; count += 1) {
    if (sum === settled) exact = count;
    if (sizeOf(sum - settled) <= ROUNDING) near = count;
    if (sum <= settled) covered = count;
    sum += changes[count]?.minor ?? 0n;
  }
  if (exact >= 0) return exact;
  return near >= 0 ? near : settled > 0n ? covered : 0;
}

const sumOf = (changes: readonly TotalChange<unknown>[]): bigint => changes.reduce((sum, { minor }) => sum + minor, 0n);

const sizeOf = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
