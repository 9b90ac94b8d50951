import { chargeDate, dayStart, billingPeriodOf } from "./billing-calendar";
import type { Terms } from "./terms";

/** Assigns charges to periods: missing and duplicate ones. Pure. */
export interface PeriodCharge {
  readonly chargedAt: Date;
  readonly isPaid: boolean;
  readonly isFirst: boolean;
}

export interface Series {
  readonly anchor: Date;
  readonly terms: Terms;
}

/** The purchase of a subscription that starts later is before its first period. */
const BEFORE = -1;

const beginsLater = ({ anchor, terms }: Series): boolean =>
  terms.startsOn !== null && dayStart(terms.startsOn).getTime() === anchor.getTime();

/** Counted from the anchor: the period whose charge is nearest. */
export function periodOf(series: Series, { chargedAt, isFirst }: PeriodCharge): number {
  if (isFirst && beginsLater(series) && chargedAt < series.anchor) return BEFORE;
  return billingPeriodOf(series.anchor, series.terms, chargedAt);
}

/**
 * The last charge, for the next date: a first renewal some hours before the agreed day is that day's. Null: none yet.
 */
export function lastCounted({ anchor }: Series, came: readonly PeriodCharge[]): Date | null {
  if (came.length === 0) return null;
  const last = new Date(Math.max(...came.map(({ chargedAt }) => chargedAt.getTime())));
  return last < anchor && came.some(({ isFirst }) => !isFirst) ? anchor : last;
}

/** The days of missing periods, oldest first. A second paid charge in a period replaces a missing one. */
export function leftOut(series: Series, came: readonly PeriodCharge[]): Date[] {
  const periods = new Set(came.map((charge) => periodOf(series, charge)));
  const paid = came.filter(({ isPaid }) => isPaid).map((charge) => periodOf(series, charge));
  const surplus = paid.length - new Set(paid).size;
  const absent: number[] = [];
  for (let period = Math.min(...periods); period < Math.max(...periods); period += 1)
    if (!periods.has(period)) absent.push(period);
  return absent.slice(surplus).map((period) => chargeDate(series.anchor, series.terms, period));
}

/** The latest missing period of a subscription no longer charged; none while only the first is missing. */
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
  /** The others, and the number of paid ones, including this one. */
  readonly others: readonly PeriodCharge[];
  readonly paid: number;
  readonly reported: Date | null;
}

/**
 * Was a period charged twice? Two paid ones are less than half a period apart, and more were paid than the gateway
 * counts periods before the next: an early charge moves that date on.
 */
export function isTwice(series: Series, { charge, others, paid, reported }: OneMore): boolean {
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
  if (!hasTwin || reported === null) return hasTwin;
  return paid > billingPeriodOf(anchor, terms, reported) + (beginsLater(series) ? 1 : 0);
}
