import type { Fraction } from "./fraction";
import { dividedBy, isSmaller, isZero, NOTHING, fractionOf, plus, times } from "./fraction";

/**
 * How much of an order should be captured for what has been fulfilled or shipped of it. Always the whole amount up to now, from
 * which the caller subtracts what is captured: so partial captures add up to the order's total exactly. Pure.
 */
export interface OrderedItem {
  /** With taxes and after discounts; zero for a free item. */
  readonly total: Fraction;
  readonly ordered: Fraction;
  readonly fulfilled: Fraction;
  /** Shipped or delivered. */
  readonly shipped: Fraction;
  readonly needsShipping: boolean;
}

/** What counts: an item that needs no shipping counts once it is fulfilled. */
export type Handed = "fulfilled" | "shipped";

/** `part`: of the items' value. `whole`: nothing is left to hand over. */
export interface Coverage {
  readonly part: Fraction;
  readonly isWhole: boolean;
}

export const WHOLE: Coverage = { part: { over: 1n, under: 1n }, isWhole: true };
export const NOTHING_HANDED: Coverage = { part: NOTHING, isWhole: false };

/** Of an order without items, nothing: whether it is complete cannot be told from it. */
export function coverageOf(items: readonly OrderedItem[], by: Handed): Coverage {
  const left = items.filter(({ ordered }) => !isZero(ordered));
  if (left.length === 0) return NOTHING_HANDED;
  if (left.every((item) => !isSmaller(handed(item, by), item.ordered))) return WHOLE;
  const isFree = left.every(({ total }) => isZero(total));
  const weight = ({ total, ordered }: OrderedItem): Fraction => (isFree ? ordered : total);
  const all = left.reduce((sum, item) => plus(sum, weight(item)), NOTHING);
  const covered = left.reduce(
    (sum, item) => plus(sum, times(weight(item), dividedBy(handed(item, by), item.ordered))),
    NOTHING,
  );
  return { part: dividedBy(covered, all), isWhole: false };
}

/** Never more than was ordered: an order that was edited may have shipped more. */
function handed({ ordered, fulfilled, shipped, needsShipping }: OrderedItem, by: Handed): Fraction {
  const count = by === "shipped" && needsShipping ? shipped : larger(fulfilled, shipped);
  return isSmaller(ordered, count) ? ordered : count;
}

const larger = (a: Fraction, b: Fraction): Fraction => (isSmaller(a, b) ? b : a);

/**
 * In minor units. Shipping, taxes and discounts of the order are shared out by the value of the items; each target is
 * rounded down and the last one is the total, so that the last capture contains what rounding left.
 */
export const targetOf = (total: bigint, { part, isWhole }: Coverage): bigint =>
  isWhole ? total : fractionOf(total, part);

/** A payment of the order, in minor units. */
export interface PaymentOfOrder {
  readonly id: string;
  /** What it holds or held, less what was refunded; for one that holds nothing any more, `captured`. */
  readonly holds: bigint;
  /** Less what was refunded: the order's total does not contain that any more. */
  readonly captured: bigint;
  /** Captures of it without a known result, which may succeed. */
  readonly inFlight: bigint;
}

/**
 * What to capture of one payment now, in minor units. `payments`: all of the order,
 * the oldest first, whoever made them. The oldest ones cover the target first; all together never exceed it.
 */
export function dueOf(target: bigint, payments: readonly PaymentOfOrder[], id: string): bigint {
  let covered = 0n;
  for (const payment of payments) {
    if (payment.id !== id) {
      covered += payment.holds;
      continue;
    }
    const own = least(payment.holds, atLeastZero(target - covered)) - payment.captured;
    const taken = payments.reduce((sum, each) => sum + each.captured + (each.id === id ? 0n : each.inFlight), 0n);
    const open = target - taken;
    return atLeastZero(least(own, open));
  }
  return 0n;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

/** Something was fulfilled or shipped. */
export const isStarted = (items: readonly OrderedItem[]): boolean =>
  items.some(({ fulfilled, shipped }) => !isZero(fulfilled) || !isZero(shipped));
