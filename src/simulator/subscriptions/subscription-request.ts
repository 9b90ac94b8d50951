import { hundredths } from "../payments/amount";
import { intervals, isDay } from "./calendar";
import type { Fields } from "../context";
import { isFields, textOf } from "../context";
import type { Terms } from "./subscription";

/** Parses the `subscription` object of a payment request; a form has it as JSON in the field of that name. */
export type ReadTerms = { readonly terms: Terms | null } | { readonly wrong: string };

const MOST_CYCLES = 1_000;
/** Ten years of days: gateways without weeks count in days. */
const MOST_EVERY = 3_660;

export function termsIn(fields: Fields): ReadTerms {
  const given = fields.subscription;
  if (given === undefined || given === null || given === "") return { terms: null };
  const object = objectOf(given);
  if (!object) return { wrong: "subscription" };
  const read = readTerms(object, textOf(fields, "amount"));
  return "wrong" in read ? { wrong: `subscription.${read.wrong}` } : read;
}

export function askedTerms(fields: Fields): Terms | null {
  const read = termsIn(fields);
  return "terms" in read ? read.terms : null;
}

function objectOf(given: unknown): Fields | null {
  if (typeof given !== "string") return isFields(given) ? given : null;
  try {
    const value: unknown = JSON.parse(given);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function readTerms(object: Fields, paid: string): ReadTerms {
  const given = (name: string): string => {
    const value = object[name];
    return typeof value === "number" ? String(value) : textOf(object, name);
  };
  const amount = hundredths(given("contract_amount") || paid);
  const interval = intervals.find((known) => known === given("interval"));
  const every = countIn(given("interval_count") || "1", MOST_EVERY);
  const [start, end] = [dayIn(given("contract_start")), dayIn(given("contract_end"))];
  const [cycles, promotion] = [timesIn(given("billing_cycle")), timesIn(given("promotion_cycle"))];
  if (!/^.{1,200}$/su.test(given("contract_name"))) return { wrong: "contract_name" };
  if (amount === null || amount === 0n) return { wrong: "contract_amount" };
  if (!interval) return { wrong: "interval" };
  if (every === null) return { wrong: "interval_count" };
  if (start === "wrong") return { wrong: "contract_start" };
  if (end === "wrong" || (end !== null && start !== null && end < start)) return { wrong: "contract_end" };
  if (cycles === "wrong") return { wrong: "billing_cycle" };
  if (promotion === "wrong") return { wrong: "promotion_cycle" };
  const name = given("contract_name");
  return {
    terms: {
      name,
      amount: amount.toString(),
      interval,
      every,
      start,
      end,
      cycles,
      promotion,
      priceId: given("price_id"),
    },
  };
}

function countIn(text: string, most: number): number | null {
  const count = /^\d{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0;
  return count >= 1 && count <= most ? count : null;
}

/** Missing and 0 both mean no limit. */
const timesIn = (text: string): number | "wrong" | null =>
  text === "" || text === "0" ? null : (countIn(text, MOST_CYCLES) ?? "wrong");

function dayIn(text: string): string | "wrong" | null {
  if (text === "") return null;
  const [, year = "", month = "", day = ""] = /^(\d{4})-?(\d{2})-?(\d{2})(?:[ T]?[\d:]{6,8}Z?)?$/.exec(text) ?? [];
  const found = `${year}-${month}-${day}`;
  return isDay(found) ? found : "wrong";
}
