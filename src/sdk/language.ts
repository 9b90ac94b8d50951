/// <reference lib="dom" />
import type { Texts } from "./texts";
import { english } from "./texts";

/** Chooses a text table by BCP 47 tag: `pt-BR` uses `pt`; without a match, the built-in English. */
export interface Speech {
  readonly texts: Texts;
  /** For `lang` and `Intl`: the requested tag if the table matches it, else the table's own. */
  readonly language: string;
}

/** A single table is always used; among several, or none, the language decides. */
export function speechOf(given: Texts | readonly Texts[] | undefined, language: string | undefined): Speech {
  const tables = given === undefined ? [english] : isList(given) ? withEnglish(given) : [given];
  for (const tag of language === undefined ? ownLanguages() : [language]) {
    const texts = tableOf(tables, tag);
    if (texts) return { texts, language: canonical(tag)?.baseName ?? texts.language };
  }
  const texts = tableOf(tables, "en") ?? tables[0] ?? english;
  return { texts, language: texts.language };
}

/** A shop's own English table replaces ours. */
const withEnglish = (tables: readonly Texts[]): readonly Texts[] =>
  tableOf(tables, "en") ? tables : [...tables, english];

function tableOf(tables: readonly Texts[], tag: string): Texts | undefined {
  const asked = canonical(tag);
  if (asked === null) return undefined;
  const whole = tables.find((table) => canonical(table.language)?.baseName === asked.baseName);
  return whole ?? tables.find((table) => canonical(table.language)?.language === asked.language);
}

/** Null for an invalid tag. `iw` becomes `he`, and `PT-br` becomes `pt-BR`. */
function canonical(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-"));
  } catch {
    return null;
  }
}

const isList = (given: Texts | readonly Texts[]): given is readonly Texts[] => Array.isArray(given);

const ownLanguages = (): readonly string[] =>
  typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);
