import type { Fields } from "../context";
import { isFields } from "../context";

/** Keeps card data out of everything stored: masks for transactions, requests without the card for the log. */
export const maskOf = (card: string): string => `${card.slice(0, 6)}******${card.slice(-4)}`;

const CARD_FIELDS = new Set(["card", "security_code", "expiration_month", "expiration_year"]);
const REDACTED = "[redacted]";

/** The same fields without card data, even where the number is in a wrong field. */
export function withoutCard(fields: Fields): Fields {
  const digits = typeof fields.card === "string" ? fields.card.replace(/\D/g, "") : "";
  const number = digits.length >= 12 ? new RegExp([...digits].join("[ -]?"), "g") : null;
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return number ? value.replace(number, REDACTED) : value;
    if (Array.isArray(value)) return value.map(clean);
    return isFields(value) ? cleanAll(value) : value;
  };
  const cleanAll = (object: Fields): Fields =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, CARD_FIELDS.has(name) ? REDACTED : clean(value)]),
    );
  return cleanAll(fields);
}
