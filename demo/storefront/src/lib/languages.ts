import type { Texts } from "medusa-payment-acquiring/sdk";
import { ar, de, english, es, fr, he, it, ja, nl, pl, pt, sv, tr } from "medusa-payment-acquiring/sdk/languages";
import { keptForBrowser } from "./kept";

/** Languages of the payment step by their own names. The rest of this shop is English. */
export interface Language {
  readonly name: string;
  readonly texts: Texts;
}

const ENGLISH: Language = { name: "English", texts: english };

export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { name: "Deutsch", texts: de },
  { name: "العربية", texts: ar },
  { name: "Español", texts: es },
  { name: "Français", texts: fr },
  { name: "עברית", texts: he },
  { name: "Italiano", texts: it },
  { name: "日本語", texts: ja },
  { name: "Nederlands", texts: nl },
  { name: "Polski", texts: pl },
  { name: "Português", texts: pt },
  { name: "Svenska", texts: sv },
  { name: "Türkçe", texts: tr },
];

const kept = keptForBrowser("ler-og-sand-language");

/** `code` as in `Texts.language`; unknown languages fall back to English. */
export const languageOf = (code: string | null): Language =>
  LANGUAGES.find(({ texts }) => texts.language === code) ?? ENGLISH;

export const keptLanguage = (): Language => languageOf(kept.read());

export const keepLanguage = ({ texts }: Language): void => kept.write(texts.language);
