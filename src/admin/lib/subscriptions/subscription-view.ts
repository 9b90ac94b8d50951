import type { SubscriptionAnswer, SubscriptionRow, SubscriptionState } from "../../../api-schema/admin";
import { DASHBOARD_POLL_MS } from "../view";
import type { DashboardTexts } from "../texts";

/** What the pages of subscriptions decide without drawing. */
export type Rhythm = Pick<SubscriptionRow, "amount" | "currency" | "interval" | "interval_count">;

/** `€12.00 every 3 months`. The period's plural is the language's own, which Intl knows. */
export function rhythmText({ t, money, locale }: DashboardTexts, plan: Rhythm): string {
  const { amount, currency, interval, interval_count: count } = plan;
  const price = money(amount, currency);
  if (count === 1) return t(`subscription.every.${interval}`, { amount: price });
  const period = new Intl.NumberFormat(locale, { style: "unit", unit: interval, unitDisplay: "long" }).format(count);
  return t("subscription.every.period", { amount: price, period });
}

/** A day of the calendar is the same everywhere; a moment is on the day that the reader has then. */
export function formatDay(at: string, locale: string, timeZone?: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  return moment.toLocaleDateString(locale, { dateStyle: "medium", timeZone: isDay ? "UTC" : timeZone });
}

/** How soon to ask again: while something is being found out. */
export const pollSubscription = (state: SubscriptionState | undefined): number | false =>
  state === "pending" || state === "cancelling" ? DASHBOARD_POLL_MS : false;

/** How the drawer's outcome is said: in the words of every other action. */
export const toneOf: Record<SubscriptionAnswer["outcome"], "success" | "error" | "warning"> = {
  done: "success",
  refused: "error",
  unknown: "warning",
};
