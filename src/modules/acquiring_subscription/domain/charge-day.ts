import { chargeDate, dayStart, billingPeriodOf } from "./billing-calendar";
import type { Series } from "./billing-periods";

/** `2026-02-28` in the gateway's zone: a date without a time is that day for every reader. Pure. */
export function chargeDay({ anchor, terms }: Series, at: Date, timeZone: string): string {
  // A subscription that starts on an agreed day is counted from that day's start in UTC, in any gateway zone.
  const isCounted = terms.startsOn !== null && dayStart(terms.startsOn).getTime() === anchor.getTime();
  const date = isCounted ? chargeDate(anchor, terms, billingPeriodOf(anchor, terms, at)) : null;
  return dayIn(at, date?.getTime() === at.getTime() ? "UTC" : timeZone);
}

function dayIn(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get("year") ?? ""}-${parts.get("month") ?? ""}-${parts.get("day") ?? ""}`;
}
