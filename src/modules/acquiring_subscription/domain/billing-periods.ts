import { chargeDate, dayStart, billingPeriodOf } from "./billing-calendar";
import type { Terms } from "./terms";

/** Which period each charge of a subscription is for: what was left out, and what was charged twice. Pure. */
export interface PeriodCharge {
  readonly chargedAt: Date;
  readonly isPaid: boolean;
  /** The payment it was bought with. */
  readonly isFirst: boolean;
}

export interface Series {
  readonly anchor: Date;
  readonly terms: Terms;
}

/** What buys a subscription that begins later comes before its first period. */
const BEFORE = -1;

const beginsLater = ({ anchor, terms }: Series): boolean =>
  terms.startsOn !== null && dayStart(terms.startsOn).getTime() === anchor.getTime();

function periodOf(series: Series, { chargedAt, isFirst }: PeriodCharge): number {
  if (isFirst && beginsLater(series) && chargedAt < series.anchor) return BEFORE;
  return billingPeriodOf(series.anchor, series.terms, chargedAt);
}

/**
 * The last that came, for the sum of the next: a first renewal that came some hours
 * before the day that was agreed is that day's. Null: none came.
 */
export function lastCounted({ anchor }: Series, came: readonly PeriodCharge[]): Date | null {
  if (came.length === 0) return null;
  const last = new Date(Math.max(...came.map(({ chargedAt }) => chargedAt.getTime())));
  return last < anchor && came.some(({ isFirst }) => !isFirst) ? anchor : last;
}

/**
 * The days of the periods between the charges that came of which none did, oldest
 * first. A second paid one in a period stands for one that is absent: it was made late,
 * or before its time.
 */
export function leftOut(series: Series, came: readonly PeriodCharge[]): Date[] {
  const periods = new Set(came.map((charge) => periodOf(series, charge)));
  const paid = came.filter(({ isPaid }) => isPaid).map((charge) => periodOf(series, charge));
  const surplus = paid.length - new Set(paid).size;
  const absent: number[] = [];
  for (let period = Math.min(...periods); period < Math.max(...periods); period += 1)
    if (!periods.has(period)) absent.push(period);
  return absent.slice(surplus).map((period) => chargeDate(series.anchor, series.terms, period));
}

/**
 * Of a subscription that is charged no more: the day of the latest period after its first missing one that should have come
 * until then too; none while that first one is the only one. Those between them were the latest once. `made`: how many came.
 */
export function latestAfter(
  { anchor, terms }: Series,
  { first, until, made }: { readonly first: Date; readonly until: Date; readonly made: number },
): Date[] {
  const last = terms.endsOn === null ? until : new Date(Math.min(until.getTime(), dayStart(terms.endsOn).getTime()));
  if (last < first) return [];
  const nearest = billingPeriodOf(anchor, terms, last);
  const latest = chargeDate(anchor, terms, nearest) <= last ? nearest : nearest - 1;
  const missing = billingPeriodOf(anchor, terms, first);
  const agreed = terms.billingCycles === null ? latest : missing + terms.billingCycles - made - 1;
  const period = Math.min(latest, agreed);
  return period > missing ? [chargeDate(anchor, terms, period)] : [];
}

export interface OneMore {
  readonly charge: PeriodCharge;
  /** The others, and how many were paid in all, this one included. */
  readonly others: readonly PeriodCharge[];
  readonly paid: number;
  /** When the gateway says that the next one comes. */
  readonly said: Date | null;
}

/**
 * Was a period charged twice? Two paid ones of the same period are less than half a
 * period apart, and more were paid than the gateway itself counts periods before the
 * next: one that is made before its time moves that date on.
 */
export function isTwice(series: Series, { charge, others, paid, said }: OneMore): boolean {
  const { anchor, terms } = series;
  const period = periodOf(series, charge);
  if (period === BEFORE) return false;
  const length = chargeDate(anchor, terms, period + 1).getTime() - chargeDate(anchor, terms, period).getTime();
  const hasTwin = others.some(
    (other) =>
      other.isPaid &&
      periodOf(series, other) === period &&
      Math.abs(other.chargedAt.getTime() - charge.chargedAt.getTime()) * 2 < length,
  );
  if (!hasTwin || said === null) return hasTwin;
  return paid > billingPeriodOf(anchor, terms, said) + (beginsLater(series) ? 1 : 0);
}
