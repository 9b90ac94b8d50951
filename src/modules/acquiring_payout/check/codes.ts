/** Codes of countries and currencies, as the runtime's own tables know them. */
const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/** Codes that have a name and are no country. */
const NO_COUNTRY = new Set(["EU", "EZ", "UN", "ZZ", "QO", "XA", "XB", "AC", "CP", "DG", "EA", "IC", "TA"]);

/** Two capital letters of a country. A code that was given up answers with its successor's name, and is refused. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRY.has(code) &&
  regions.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

const currencies = new Set(Intl.supportedValuesOf("currency"));

export const isCurrencyCode = (code: string): boolean => currencies.has(code);
