import { onFirstUse } from "../../../gateway/model/on-first-use";

/** Country and currency codes, from the runtime's own tables. */
const regions = onFirstUse(() => new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }));
/** Codes with a name that are not countries. */
const NO_COUNTRY = new Set(["EU", "EZ", "UN", "ZZ", "QO", "XA", "XB", "AC", "CP", "DG", "EA", "IC", "TA"]);

/** A two-letter country code in upper case. A retired code returns its successor's name and is refused. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRY.has(code) &&
  regions().of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

const currencies = onFirstUse(() => new Set(Intl.supportedValuesOf("currency")));

export const isCurrencyCode = (code: string): boolean => currencies().has(code);
