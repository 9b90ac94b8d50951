import type { SubscriptionAnswer, SubscriptionRow, SubscriptionState } from "../../../api-schema/admin";
import { DASHBOARD_POLL_MS } from "../view";
import type { DashboardTexts } from "../texts";

export type BillingTerms = Pick<SubscriptionRow, "amount" | "currency" | "interval" | "interval_count">;

/** `€12.00 every 3 months`. Intl knows the plural of the period in each language. */
export function rhythmText({ t, money, locale }: DashboardTexts, plan: BillingTerms): string {
  const { amount, currency, interval, interval_count: count } = plan;
  const price = money(amount, currency);
  if (count === 1) return t(`subscription.every.${interval}`, { amount: price });
  const period = new Intl.NumberFormat(locale, { style: "unit", unit: interval, unitDisplay: "long" }).format(count);
  return t("subscription.every.period", { amount: price, period });
}

/** A calendar day is the same everywhere; a time is on the day of the reader's time zone. */
export function formatDay(at: string, locale: string, timeZone?: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  return moment.toLocaleDateString(locale, { dateStyle: "medium", timeZone: isDay ? "UTC" : timeZone });
}

export const pollSubscription = (state: SubscriptionState | undefined): number | false =>
  state === "pending" || state === "cancelling" ? DASHBOARD_POLL_MS : false;

export const toneOf: Record<SubscriptionAnswer["outcome"], "success" | "error" | "warning"> = {
  done: "success",
  refused: "error",
  unknown: "warning",
};
