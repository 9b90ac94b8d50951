import { createRequire } from "node:module";
import type * as Library from "ibantools" with { "resolution-mode": "import" };
import { onFirstUse } from "../../../gateway/model/on-first-use";

/** The IBAN library is an ES module; only these functions are used. */
const library = onFirstUse((): typeof Library => createRequire(__filename)("ibantools"));

export const plainCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, "");

/** The error of an IBAN, with the fix; null if valid. */
export function ibanProblem(text: string): string | null {
  const { valid, errorCodes } = library().validateIBAN(plainCode(text));
  if (valid) return null;
  const { NoIBANCountry, WrongBBANLength, WrongBBANFormat } = library().ValidationErrorsIBAN;
  if (errorCodes.includes(NoIBANCountry)) return "No IBAN country has this code. Check the first two letters.";
  if (errorCodes.includes(WrongBBANLength))
    return "An IBAN of this country has a different length. Check for missing or extra characters.";
  // The library then reports the check digits as wrong too.
  if (errorCodes.includes(WrongBBANFormat))
    return "This IBAN does not have the format of its country. Compare it with the beneficiary's own document.";
  return "The IBAN's check digits are wrong. Compare it with the beneficiary's own document.";
}

export const ibanCountry = (text: string): string | null => /^[A-Z]{2}(?=\d{2})/.exec(plainCode(text))?.[0] ?? null;

export function isIbanCountry(country: string): boolean {
  const all = library().getCountrySpecifications();
  return Object.hasOwn(all, country) && all[country]?.IBANRegistry === true;
}

export const isBic = (text: string): boolean => library().isValidBIC(plainCode(text));
