import { createRequire } from "node:module";
import type * as Library from "ibantools" with { "resolution-mode": "import" };

/** The library of bank accounts, which is a module of the other kind; only what is asked of it. */
const library: typeof Library = createRequire(__filename)("ibantools");

/** Without spaces and in capitals, as it is sent. */
export const plainCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, "");

/** What is wrong with an IBAN, as a sentence that also says what to do; null when nothing is. */
export function ibanProblem(text: string): string | null {
  const { valid, errorCodes } = library.validateIBAN(plainCode(text));
  if (valid) return null;
  const { NoIBANCountry, WrongBBANLength, WrongBBANFormat } = library.ValidationErrorsIBAN;
  if (errorCodes.includes(NoIBANCountry)) return "No IBAN country has this code. Check the first two letters.";
  if (errorCodes.includes(WrongBBANLength))
    return "An IBAN of this country has a different length. Check for missing or extra characters.";
  // The library then calls the check digits wrong as well, also where they are right.
  if (errorCodes.includes(WrongBBANFormat))
    return "This IBAN does not have the format of its country. Compare it with the beneficiary's own document.";
  return "The IBAN's check digits are wrong. Compare it with the beneficiary's own document.";
}

/** Null when it names none. */
export const ibanCountry = (text: string): string | null => /^[A-Z]{2}(?=\d{2})/.exec(plainCode(text))?.[0] ?? null;

/** Are accounts of this country named by an IBAN in the official register? */
export function isIbanCountry(country: string): boolean {
  const all = library.getCountrySpecifications();
  return Object.hasOwn(all, country) && all[country]?.IBANRegistry === true;
}

export const isBic = (text: string): boolean => library.isValidBIC(plainCode(text));
