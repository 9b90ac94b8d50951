import type { Terms } from "./terms";

/**
 * The billing dates of a subscription. Every date is counted from the anchor, never from the previous date, so that a
 * subscription from the 31st is charged on the last day of a short month and on the 31st again after it; the same for
 * leap days. Days are UTC. Pure: the clock is passed in.
 */
export const planIntervals = ["day", "week", "month", "year"] as const;
export type PlanInterval = (typeof planIntervals)[number];

export interface BillingRhythm {
  readonly interval: PlanInterval;
  readonly intervalCount: number;
}

const DAY_MS = 86_400_000;

/** The date of charge number n after the anchor; the anchor is number 0. */
export function chargeDate(anchor: Date, { interval, intervalCount }: BillingRhythm, number: number): Date {
  const steps = number * intervalCount;
  switch (interval) {
    case "day":
      return new Date(anchor.getTime() + steps * DAY_MS);
    case "week":
      return new Date(anchor.getTime() + steps * 7 * DAY_MS);
    case "month":
      return addMonths(anchor, steps);
    case "year":
      return addMonths(anchor, steps * 12);
  }
}

function addMonths(anchor: Date, months: number): Date {
  const date = new Date(anchor.getTime());
  // Away from the end of the month, or setting the month would overflow.
  date.setUTCDate(1);
  date.setUTCMonth(anchor.getUTCMonth() + months);
  date.setUTCDate(Math.min(anchor.getUTCDate(), daysIn(date)));
  return date;
}

/** Day 0 of the next month is the last day of this one. */
const daysIn = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** The minimum length in days, for the start of the search. */
const LONGEST_DAYS: Readonly<Record<PlanInterval, number>> = { day: 1, week: 7, month: 31, year: 366 };

function numberAfter(anchor: Date, rhythm: BillingRhythm, moment: Date): number {
  if (moment < anchor) return 0;
  const longest = LONGEST_DAYS[rhythm.interval] * rhythm.intervalCount * DAY_MS;
  let number = Math.floor((moment.getTime() - anchor.getTime()) / longest);
  while (chargeDate(anchor, rhythm, number) <= moment) number += 1;
  return number;
}

/** The number of the charge nearest to this moment, slightly early or late. */
export function billingPeriodOf(anchor: Date, rhythm: BillingRhythm, at: Date): number {
  const number = numberAfter(anchor, rhythm, at);
  if (number === 0) return 0;
  const after = chargeDate(anchor, rhythm, number);
  const before = chargeDate(anchor, rhythm, number - 1);
  const isNearerToAfter = after.getTime() - at.getTime() < at.getTime() - before.getTime();
  return isNearerToAfter ? number : number - 1;
}

/** The charge after one that was made at this moment, counted from its nearest date. */
export const nextCharge = (anchor: Date, rhythm: BillingRhythm, chargedAt: Date): Date =>
  chargedAt < anchor ? anchor : chargeDate(anchor, rhythm, billingPeriodOf(anchor, rhythm, chargedAt) + 1);

export const dayStart = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export const dayEnd = (day: string): Date => new Date(dayStart(day).getTime() + DAY_MS);

/** The start of billing: the purchase, or the agreed day if later. */
export const anchorOf = ({ startsOn }: Pick<Terms, "startsOn">, boughtAt: Date): Date => {
  const start = startsOn === null ? null : dayStart(startsOn);
  return start !== null && start > boughtAt ? start : boughtAt;
};

/**
 * When the next charge is due, or null: all were made, or the last day is earlier. `reported`: the gateway's own date,
 * which takes precedence for that charge; a later one means that it skipped a charge.
 */
export function nextChargeDue(terms: Terms, { anchor, lastChargedAt, charges, reported }: ChargesSoFar): Date | null {
  if (terms.billingCycles !== null && charges >= terms.billingCycles) return null;
  const sum = nextCharge(anchor, terms, lastChargedAt);
  const latest = (sum.getTime() + nextCharge(anchor, terms, sum).getTime()) / 2;
  const next = reported !== null && reported > lastChargedAt && reported.getTime() < latest ? reported : sum;
  return terms.endsOn !== null && next >= dayEnd(terms.endsOn) ? null : next;
}

export interface ChargesSoFar {
  readonly anchor: Date;
  /** Of the last one, paid or declined. */
  readonly lastChargedAt: Date;
  /** Paid ones, including the first. */
  readonly charges: number;
  readonly reported: Date | null;
}

export const isBillingOver = (terms: Terms, paid: number, now: Date): boolean =>
  (terms.billingCycles !== null && paid >= terms.billingCycles) ||
  (terms.endsOn !== null && now >= dayEnd(terms.endsOn));
