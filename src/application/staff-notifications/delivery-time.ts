import { createRequire } from "node:module";
import type * as Luxon from "luxon";
import { onFirstUse } from "../../gateway/model/on-first-use";
import type { SavedRole } from "../../modules/acquiring";

/** When a role is told of something, by the clocks of its time zone. Loaded with the first notification. */
const luxon = onFirstUse((): typeof Luxon => createRequire(__filename)("luxon"));

type Times = Pick<SavedRole, "time_zone" | "daily_at" | "quiet">;

export const isTimeZone = (name: string): boolean => luxon().IANAZone.isValidZone(name);

/** The first moment from `from` on at which the role may be told. */
export function deliveryTime({ time_zone: zone, daily_at: dailyAt, quiet }: Times, from: Date): Date {
  const local = luxon().DateTime.fromJSDate(from, { zone });
  const chosen = dailyAt === null ? local : nextAt(local, dailyAt);
  const allowed = quiet !== null && isQuiet(chosen, quiet) ? nextAt(chosen, quiet.until) : chosen;
  // A zone that this server's Node does not know: rather at once than never.
  return allowed.isValid ? allowed.toJSDate() : from;
}

/** A time that the clocks skip is the one after it. */
function nextAt(from: Luxon.DateTime, time: string): Luxon.DateTime {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const at = (day: Luxon.DateTime): Luxon.DateTime => day.set({ hour, minute, second: 0, millisecond: 0 });
  const today = at(from);
  return today >= from ? today : at(from.plus({ days: 1 }));
}

function isQuiet(at: Luxon.DateTime, { from, until }: { readonly from: string; readonly until: string }): boolean {
  const time = at.toFormat("HH:mm");
  return from < until ? from <= time && time < until : from <= time || time < until;
}
