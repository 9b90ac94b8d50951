/*
 * What may be stored and displayed of a card: at most the first six and the last four digits, and the brand of the
 * first digits. A text that is not clearly a masked number is masked here, or dropped. It never contains a whole
 * number.
 */

import type { MaskedCard } from "../model/facts";

const FIRST = 6;
const LAST = 4;
/** Shorter than any card number; the first six of so few digits would leave too few hidden. */
const SHORTEST_NUMBER = 13;
const LONGEST = 40;

const CARD_TEXT = /^[\d*xX•●·.#_]+$/;

/** How the numbers of a brand begin. A mask with fewer first digits names no brand. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|65|64[4-9])/, "discover"],
  [/^3(0[0-5]|[68])/, "diners"],
  [/^35/, "jcb"],
  [/^62/, "unionpay"],
];

const brandOf = (first: string): string | null => BRANDS.find(([pattern]) => pattern.test(first))?.[1] ?? null;

/** The masked number that a message carries; null when it carries none, or a text that is not one. */
export function readCard(text: string | undefined): MaskedCard | null {
  if (!text || text.length > LONGEST) return null;
  const plain = text.replace(/[\s-]/g, "");
  if (!CARD_TEXT.test(plain)) return null;
  const isWhole = /^\d+$/.test(plain);
  const first = isWhole && plain.length < SHORTEST_NUMBER ? "" : digits(/^\d*/, plain).slice(0, FIRST);
  const last = digits(/\d*$/, plain).slice(-LAST);
  if (first === "" && last === "") return null;
  const hidden = Math.max(plain.length - first.length - last.length, isWhole ? LAST : 1);
  return { mask: `${first}${"*".repeat(hidden)}${last}`, brand: brandOf(first) };
}

const digits = (pattern: RegExp, text: string): string => pattern.exec(text)?.[0] ?? "";

/** The storable part of an entered number. */
export const maskedCardOf = (number: string): MaskedCard => ({
  mask: `${number.slice(0, FIRST)}${"*".repeat(Math.max(number.length - FIRST - LAST, 1))}${number.slice(-LAST)}`,
  brand: brandOf(number),
});
