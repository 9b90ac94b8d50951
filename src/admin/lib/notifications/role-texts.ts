import type { NotificationRole } from "../../../api-schema/admin";
import type { DashboardTexts } from "../texts";

/** When a role gets its messages, as a sentence in the reader's language. */

/** `08:00` as the reader writes it, such as `8:00 AM`. */
export function timeText(time: string, locale: string): string {
  const at = new Date(`2000-01-01T${time}:00Z`);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleTimeString(locale, { timeStyle: "short", timeZone: "UTC" });
}

export function whenText(
  { t, locale }: Pick<DashboardTexts, "t" | "locale">,
  { daily_at: dailyAt, quiet, time_zone: zone }: Pick<NotificationRole, "daily_at" | "quiet" | "time_zone">,
): string {
  const when =
    dailyAt === null ? t("notifications.when.now") : t("notifications.when.daily", { time: timeText(dailyAt, locale) });
  if (quiet === null) return dailyAt === null ? when : `${when} (${zone})`;
  const from = timeText(quiet.from, locale);
  return `${when}; ${t("notifications.when.quiet", { from, until: timeText(quiet.until, locale) })} (${zone})`;
}

/** All time zones of the browser; UTC is in no region and not listed everywhere. */
export const timeZones = (also: readonly string[]): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...also])].sort();

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
