import { chargeDate, dayStart, billingPeriodOf } from "./billing-calendar";
import type { Series } from "./billing-periods";

/**
 * The calendar day of a charge, `2026-02-28`, where the gateway's clock stands: a day that it
 * names without a time is that day for every reader, wherever they are. Pure.
 */
export function chargeDay({ anchor, terms }: Series, at: Date, timeZone: string): string {
  // What begins on a day that was agreed is counted from the first moment of that day in UTC, whatever the gateway's zone.
  const isCounted = terms.startsOn !== null && dayStart(terms.startsOn).getTime() === anchor.getTime();
  const date = isCounted ? chargeDate(anchor, terms, billingPeriodOf(anchor, terms, at)) : null;
  return dayIn(at, date?.getTime() === at.getTime() ? "UTC" : timeZone);
}

function dayIn(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get("year") ?? ""}-${parts.get("month") ?? ""}-${parts.get("day") ?? ""}`;
}
