/** Charge times counted from the first one, so that after a short month the 31st is the 31st again. UTC. */
export type Interval = "day" | "week" | "month" | "year";

export const intervals: readonly Interval[] = ["day", "week", "month", "year"];

export interface ChargeInterval {
  readonly interval: Interval;
  readonly every: number;
}

const DAY_MS = 86_400_000;

/** The nth time after `first`; 0 is `first` itself. */
export function momentOf(first: Date, { interval, every }: ChargeInterval, nth: number): Date {
  const steps = every * nth;
  switch (interval) {
    case "day":
      return new Date(first.getTime() + steps * DAY_MS);
    case "week":
      return new Date(first.getTime() + steps * 7 * DAY_MS);
    case "month":
      return monthsAfter(first, steps);
    case "year":
      return monthsAfter(first, steps * 12);
  }
}

function monthsAfter(first: Date, months: number): Date {
  const day = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1));
  day.setUTCDate(Math.min(first.getUTCDate(), lastDayOf(day)));
  return new Date(day.getTime() + (first.getTime() % DAY_MS));
}

const lastDayOf = (month: Date): number =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();

/** yyyy-MM-dd */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return moment !== null && !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}
