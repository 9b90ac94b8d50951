/// <reference lib="dom" />
import type { Texts } from "../texts";
import { english } from "../texts";
import { ar } from "./ar";
import { de } from "./de";
import { es } from "./es";
import { fr } from "./fr";
import { he } from "./he";
import { it } from "./it";
import { ja } from "./ja";
import { nl } from "./nl";
import { pl } from "./pl";
import { pt } from "./pt";
import { sv } from "./sv";
import { tr } from "./tr";

/**
 * `medusa-payment-acquiring/sdk/languages`: all available languages. A shop with one language imports it by name, and
 * its bundler drops the others; `languages` and `textsFor` include them all.
 */
export { ar, de, english, es, fr, he, it, ja, nl, pl, pt, sv, tr };

/** By the language part of a BCP 47 tag. */
export const languages: Readonly<Record<string, Texts>> = {
  en: english,
  ar,
  de,
  es,
  fr,
  he,
  it,
  ja,
  nl,
  pl,
  pt,
  sv,
  tr,
};

/** `pt-BR` returns `pt`; an unavailable language returns English. Default: the browser's language. */
export function textsFor(language: string | undefined = ownLanguage()): Texts {
  const code = language?.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  // Older browsers use the former code for Hebrew.
  const name = code === "iw" ? "he" : code;
  return Object.hasOwn(languages, name) ? (languages[name] ?? english) : english;
}

const ownLanguage = (): string | undefined => (typeof navigator === "undefined" ? undefined : navigator.language);
