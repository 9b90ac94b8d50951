/** Lengths of time as texts, and how much of an authorisation is left. Intl knows the plural in each language. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const durationText = (number: number, unit: "minute" | "hour" | "day", locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(number);

/** `24 hours`, `3 days`. */
export const hoursText = (hours: number, locale: string): string =>
  hours > 48 && hours % 24 === 0 ? durationText(hours / 24, "day", locale) : durationText(hours, "hour", locale);

/** Whole units only, rounded down: `3 days`, on the last day `5 hours`, then minutes. */
export interface TimeLeft {
  readonly stage: "days" | "last_day" | "over";
  readonly number: number;
  readonly unit: "minute" | "hour" | "day";
}

/** Null for an unreadable time. */
export function timeLeft(until: string, now: Date): TimeLeft | null {
  const left = new Date(until).getTime() - now.getTime();
  if (Number.isNaN(left)) return null;
  if (left <= 0) return { stage: "over", number: 0, unit: "minute" };
  if (left >= DAY_MS) return { stage: "days", number: Math.floor(left / DAY_MS), unit: "day" };
  if (left >= HOUR_MS) return { stage: "last_day", number: Math.floor(left / HOUR_MS), unit: "hour" };
  return { stage: "last_day", number: Math.max(1, Math.floor(left / MINUTE_MS)), unit: "minute" };
}

/** `December 4`; with the year if it is another one, and with the time on the last day. */
export function untilText(until: string, now: Date, locale: string, timeZone?: string): string {
  const at = new Date(until);
  const left = timeLeft(until, now);
  if (left === null) return until;
  const yearOf = (moment: Date): string => moment.toLocaleDateString("en", { year: "numeric", timeZone });
  return at.toLocaleString(locale, {
    day: "numeric",
    month: "long",
    year: yearOf(at) === yearOf(now) ? undefined : "numeric",
    ...(left.stage === "last_day" ? { hour: "numeric", minute: "2-digit" } : {}),
    timeZone,
  });
}
