/** Formatting of card input. It validates nothing; `validate-card.ts` does. No network, no DOM. */
export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";

const BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

const isBrand = (brand: string): brand is CardBrand => Object.hasOwn(BRAND_NAMES, brand);

/** Display name: `American Express` for `amex`. Unknown brands are returned unchanged; null if there is none. */
export function brandName(brand: string | null): string | null {
  if (brand === null || brand === "") return null;
  const known = brand.toLowerCase();
  return isBrand(known) ? BRAND_NAMES[known] : brand;
}

const BRANDS: readonly (readonly [RegExp, CardBrand])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|65|64[4-9])/, "discover"],
  [/^3(0[0-5]|[68])/, "diners"],
  [/^35/, "jcb"],
  [/^62/, "unionpay"],
];

/** The longest possible card number. */
const MOST_DIGITS = 19;

/** Arabic, Persian and full-width digits, and the full-width slash, as ASCII; the length stays. */
export const asciiDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹／-９]/g, (digit) => (digit === "／" ? "/" : String(digit.charCodeAt(0) & 15)));

export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, "");

/** The brand as far as the digits determine it, or null. */
export const cardBrand = (number: string): CardBrand | null =>
  BRANDS.find(([pattern]) => pattern.test(digitsOf(number)))?.[1] ?? null;

/** Groups digits as on the card: 4-6-5 for American Express, else fours. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MOST_DIGITS);
  const sizes = cardBrand(digits) === "amex" ? [4, 6, 5, 4] : [4, 4, 4, 4, 3];
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size));
    start += size;
  }
  return groups.join(" ");
}

/** `1229` becomes `12 / 29` while typing, `3` and `3/` become `03`; four-digit years stay. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text);
  const isOneDigitMonth = /^[2-9]/.test(digits) || /^\s*[1-9]\s*\//.test(asciiDigits(text));
  const padded = (isOneDigitMonth ? `0${digits}` : digits).slice(0, 6);
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded;
}

export interface CardExpiry {
  /** `01`..`12`. */
  readonly month: string;
  /** Four digits. */
  readonly year: string;
}

/** Month and year of `MM / YY` or `MM / YYYY`, or null. */
export function parseExpiry(text: string): CardExpiry | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(\d{2}|20\d{2})\s*$/.exec(asciiDigits(text));
  if (!match?.[1] || !match[2]) return null;
  return { month: match[1].padStart(2, "0"), year: `20${match[2].slice(-2)}` };
}
