import type { CardExpiry } from "./card";
import { asciiDigits, cardBrand, digitsOf, parseExpiry } from "./card";
import type { FieldProblem, Texts } from "./texts";
import { english } from "./texts";

/** Validates card input before it is sent; the server repeats every check. No network, no DOM, no own clock. */
interface CardNumbers {
  /** As typed, with or without spaces. */
  readonly number: string;
  /** `MM / YY`, `MM/YY` or `MM/YYYY`, as typed. */
  readonly expiry: string;
  readonly securityCode: string;
}

/** Card input with the name in one field, as on cards, or in two. */
export type CardDraft = CardNumbers &
  (
    | { readonly name: string; readonly firstName?: undefined; readonly lastName?: undefined }
    | { readonly name?: undefined; readonly firstName: string; readonly lastName: string }
  );

export type CardField = keyof CardDraft;
export type CardErrors = Readonly<Partial<Record<CardField, string>>>;

/** Errors by field, in the order of the form; empty if there are none. */
export function validateCard(card: CardDraft, now: Date, words: Texts["fields"] = english.fields): CardErrors {
  const checks: readonly (readonly [CardField, FieldProblem | null])[] = [
    ["number", numberProblem(digitsOf(card.number))],
    ["expiry", expiryProblem(parseExpiry(card.expiry), now)],
    ["securityCode", codeProblem(card)],
    ...(card.name === undefined
      ? ([
          ["firstName", nameProblem(card.firstName, "firstNameMissing")],
          ["lastName", nameProblem(card.lastName, "lastNameMissing")],
        ] as const)
      : ([["name", nameProblem(card.name, "nameMissing")]] as const)),
  ];
  const found: Partial<Record<CardField, string>> = {};
  for (const [field, problem] of checks) if (problem !== null) found[field] = words[problem];
  return found;
}

function numberProblem(digits: string): FieldProblem | null {
  if (digits === "") return "numberMissing";
  const isComplete = digits.length >= 12 && digits.length <= 19 && hasCheckDigit(digits);
  return isComplete ? null : "numberWrong";
}

function expiryProblem(expiry: CardExpiry | null, now: Date): FieldProblem | null {
  if (expiry === null) return "expiryMissing";
  return isPast(expiry, now) ? "expiryPast" : null;
}

/** Four digits for American Express, three for all others. */
function codeProblem({ number, securityCode }: CardDraft): FieldProblem | null {
  const isLong = cardBrand(number) === "amex";
  const isRight = (isLong ? /^\d{4}$/ : /^\d{3}$/).test(asciiDigits(securityCode).trim());
  if (isRight) return null;
  return isLong ? "codeFour" : "codeThree";
}

/** Six digits in a row mean that a card number was typed into the name field. */
function nameProblem(name: string, whenEmpty: FieldProblem): FieldProblem | null {
  if (name.trim() === "") return whenEmpty;
  return /\d{6}/.test(asciiDigits(name).replace(/[\s-]/g, "")) ? "nameWrong" : null;
}

/** Luhn check. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = character.charCodeAt(0) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid until its month has ended everywhere; the last time zone is UTC-12. */
function isPast({ month, year }: CardExpiry, now: Date): boolean {
  const lastPlace = new Date(now.getTime() - 12 * 3_600_000);
  const current = `${String(lastPlace.getUTCFullYear())}${String(lastPlace.getUTCMonth() + 1).padStart(2, "0")}`;
  return `${year}${month}` < current;
}
