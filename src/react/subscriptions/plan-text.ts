import type { StorePlan } from "../parts/sdk";
import { fill } from "../parts/sdk";
import type { KitTexts } from "../kit-texts";

export type PlanRhythm = Pick<StorePlan, "amount" | "currency" | "interval" | "interval_count">;

const ONCE = { day: "planDay", week: "planWeek", month: "planMonth", year: "planYear" } as const;

/** `€12.00 every 3 months`. Intl knows each language's plural. */
export function rhythmOf(kitTexts: KitTexts, language: string, plan: PlanRhythm): string {
  const { amount, currency, interval, interval_count: count } = plan;
  const price = moneyText(language, amount, currency);
  if (count === 1) return fill(kitTexts[ONCE[interval]], { amount: price });
  const period = new Intl.NumberFormat(language, { style: "unit", unit: interval, unitDisplay: "long" }).format(count);
  return fill(kitTexts.planEvery, { amount: price, period });
}

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

/** An invalid amount or currency is shown unchanged. */
export function moneyText(language: string, amount: string, currency: string): string {
  if (!isDecimal(amount) || !/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
}

/** Multiplies an amount without floats. */
export function timesOf(amount: string, count: number): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  if (!/^\d+$/.test(whole + fraction) || !Number.isInteger(count) || count < 1) return amount;
  const digits = (BigInt(whole + fraction) * BigInt(count)).toString().padStart(fraction.length + 1, "0");
  return fraction === "" ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`;
}

export function momentText(language: string, moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return moment;
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(at);
}

/** A calendar date is the same everywhere; a timestamp is shown as the date in the customer's time zone. */
export function dayText(language: string, moment: string, dateStyle: "long" | "medium" = "long"): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return moment;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(moment);
  return new Intl.DateTimeFormat(language, { dateStyle, ...(isDay && { timeZone: "UTC" }) }).format(at);
}
