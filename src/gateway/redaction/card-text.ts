/* Finds a card number in any notation: other digits, invisible characters or separators between them, URL-encoded. */

import { containsCardNumber } from "./redact";

/** Four groups as printed on a card, with one and the same separator. */
const GROUPS = /(?<!\d)(\d{4})([._/,:*+|])(\d{4})\2(\d{4})\2(\d{1,7})(?!\d)/g;
const SHORT_GROUPS = /(?<!\d)(\d{4})([._/,:*+|])(\d{6})\2(\d{4,5})(?!\d)/g;

/** An international phone number: a plus, the country, and fifteen digits at most (ITU-T E.164). */
const PHONE = /(?<![\d+])\+\d{1,3}[ ()-]+\d(?:[ ()-]*\d){4,12}(?![ ()-]*\d)/g;

/** Does the text, read in any of these ways, hold a card number? */
export function holdsCardNumber(text: string): boolean {
  if (!/\p{Nd}/u.test(text) && !text.includes("%")) return false;
  const plain = plainText(text);
  if (containsCardNumber(plain)) return true;
  // Encoded twice is as good as once: an address inside an address.
  const once = decoded(plain);
  return once !== plain && (containsCardNumber(plainText(once)) || containsCardNumber(plainText(decoded(once))));
}

const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s/g, " ")
    .replace(PHONE, "phone")
    .replace(GROUPS, "$1 $3 $4 $5")
    .replace(SHORT_GROUPS, "$1 $3 $4");

/** The digits of every script stand in tens, in order, from a code point that is their zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 48;
  if (code < 58) return digit;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return String(code - zero);
}

const decoded = (text: string): string =>
  text.replace(/\+/g, " ").replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    const buffer = Buffer.from(bytes.replace(/%/g, ""), "hex");
    return buffer.toString("utf8");
  });
