export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Codes that Intl names although no bank is there: unions, pseudo-regions. */
const NO_COUNTRY = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

export function countriesIn(locale: string): readonly Choice[] {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const found = LETTERS.flatMap((first) =>
    LETTERS.flatMap((second): Choice[] => {
      const value = first + second;
      const label = NO_COUNTRY.has(value) ? undefined : names.of(value);
      // Renamed codes have the name of their successor; the current one is canonical.
      if (label === undefined || !isCanonical(value)) return [];
      return [{ value, label }];
    }),
  );
  return found.sort((one, other) => one.label.localeCompare(other.label, locale));
}

const isCanonical = (code: string): boolean => new Intl.Locale("und", { region: code }).region === code;

export const currenciesIn = (locale: string): readonly Choice[] => {
  const names = new Intl.DisplayNames(locale, { type: "currency", fallback: "code" });
  return Intl.supportedValuesOf("currency").map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
};

export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(locale, { type: "region", fallback: "code" }).of(code) ?? code;
}
