/// <reference lib="dom" />
import type { Texts } from "./texts";
import { english } from "./texts";

/**
 * Which of the shop's tables a shopper reads, by BCP 47: `pt-BR` reads `pt`, and what
 * no table is for reads English. The tables are in `languages/`; the core has English.
 */
export interface Speech {
  readonly texts: Texts;
  /** For `lang` and `Intl`: the tag that was asked for where the words fit it, else the table's own. */
  readonly language: string;
}

/** One table is taken as it is; of several, or of none, the language decides. */
export function speechOf(given: Texts | readonly Texts[] | undefined, language: string | undefined): Speech {
  const tables = given === undefined ? [english] : isList(given) ? withEnglish(given) : [given];
  for (const tag of language === undefined ? ownLanguages() : [language]) {
    const texts = tableOf(tables, tag);
    if (texts) return { texts, language: canonical(tag)?.baseName ?? texts.language };
  }
  const texts = tableOf(tables, "en") ?? tables[0] ?? english;
  return { texts, language: texts.language };
}

/** A shop's own English words stand instead of ours. */
const withEnglish = (tables: readonly Texts[]): readonly Texts[] =>
  tableOf(tables, "en") ? tables : [...tables, english];

function tableOf(tables: readonly Texts[], tag: string): Texts | undefined {
  const asked = canonical(tag);
  if (asked === null) return undefined;
  const whole = tables.find((table) => canonical(table.language)?.baseName === asked.baseName);
  return whole ?? tables.find((table) => canonical(table.language)?.language === asked.language);
}

/** Null for what is no tag. `iw` becomes `he`, and `PT-br` becomes `pt-BR`. */
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
