/**
 * What a card form needs before anything is sent: brand, grouping, check digit,
 * expiry, code length. No network, no DOM; the clock is passed in.
 */
export interface CardDraft {
  /** As typed, with or without spaces. */
  readonly number: string;
  /** `MM / YY`, `MM/YY` or `MM/YYYY`, as typed. */
  readonly expiry: string;
  readonly securityCode: string;
  readonly firstName: string;
  readonly lastName: string;
}

export type CardField = keyof CardDraft;
export type CardErrors = Readonly<Partial<Record<CardField, string>>>;
export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";

const BRANDS: readonly (readonly [RegExp, CardBrand])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|65|64[4-9])/, "discover"],
  [/^3(0[0-5]|[68])/, "diners"],
  [/^35/, "jcb"],
  [/^62/, "unionpay"],
];

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** The brand as far as the typed digits tell, or null. */
export const cardBrand = (number: string): CardBrand | null =>
  BRANDS.find(([pattern]) => pattern.test(digitsOf(number)))?.[1] ?? null;

/** Digits in groups as they stand on the card: 4-6-5 for American Express, else fours. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
  let rest = digits;
  return groups
    .map((size) => {
      const group = rest.slice(0, size);
      rest = rest.slice(size);
      return group;
    })
    .filter((group) => group !== "")
    .join(" ");
}

/** `1229` becomes `12 / 29` while it is typed. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, 6);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded;
}

/** Month and four-digit year of a typed expiry, or null. */
export function parseExpiry(text: string): { month: string; year: string } | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(\d{2}|20\d{2})\s*$/.exec(text);
  if (!match?.[1] || !match[2]) return null;
  return { month: match[1].padStart(2, "0"), year: `20${match[2].slice(-2)}` };
}

/** What is wrong with the form, field by field; empty when nothing is. */
export function validateCard(card: CardDraft, now: Date): CardErrors {
  const number = digitsOf(card.number);
  const codeLength = cardBrand(number) === "amex" ? 4 : 3;
  const expiry = parseExpiry(card.expiry);
  return {
    ...(number === "" && { number: "Enter the card number." }),
    ...(number !== "" && !isCardNumber(number) && { number: "This is not a complete card number. Check the digits." }),
    ...(!expiry && { expiry: "Enter the expiry as MM / YY." }),
    ...(expiry && isPast(expiry, now) && { expiry: "This card has expired." }),
    ...(!new RegExp(`^\\d{${String(codeLength)}}$`).test(card.securityCode.trim()) && {
      securityCode: `Enter the ${String(codeLength)} digits of the security code.`,
    }),
    ...(card.firstName.trim() === "" && { firstName: "Enter the first name on the card." }),
    ...(card.lastName.trim() === "" && { lastName: "Enter the last name on the card." }),
  };
}

const isCardNumber = (digits: string): boolean => digits.length >= 12 && digits.length <= 19 && hasCheckDigit(digits);

/** Luhn's check digit. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = character.charCodeAt(0) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good until its month has ended everywhere on earth. */
function isPast({ month, year }: { month: string; year: string }, now: Date): boolean {
  const lastPlace = new Date(now.getTime() - 12 * 3_600_000);
  const current = `${String(lastPlace.getUTCFullYear())}${String(lastPlace.getUTCMonth() + 1).padStart(2, "0")}`;
  return `${year}${month}` < current;
}
