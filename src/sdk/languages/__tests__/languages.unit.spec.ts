import type { AcquiringErrorCode, FieldProblem, Label, Texts } from "../../texts";
import { english } from "../../texts";
import words from "../en.json";
import * as named from "../index";
import { languages, textsFor } from "../index";

/** Common mistakes in translations: a missing text, placeholder or direction. */
const GROUPS = ["errors", "fields", "labels"] as const;
const RIGHT_TO_LEFT = ["ar", "he"];

/** Every text of a table by its path, such as `labels.pay`. */
const textsOf = (table: Texts): Map<string, string> =>
  new Map(GROUPS.flatMap((group) => Object.entries(table[group]).map(([key, text]) => [`${group}.${key}`, text])));

const placeholdersOf = (text = ""): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

const originals = textsOf(english);
const tables = Object.entries(languages);
const translations = tables.filter(([, table]) => table !== english);

const CART: Readonly<Record<string, RegExp>> = {
  ar: /سل/,
  de: /Warenkorb/,
  en: /cart/,
  es: /carrito/,
  fr: /panier/,
  he: /עגל|סל /,
  it: /carrello/,
  ja: /カート/,
  nl: /winkelwagen/,
  pl: /koszyk/,
  pt: /carrinho/,
  sv: /varukorg/i,
  tr: /sepet/i,
};

/** The keys of `table` that the types do not know; the compiler already demands those that they do. */
type LeftOver<Table, Key> = Exclude<keyof Table, Key>;
type None<Keys> = [Keys] extends [never] ? true : Keys;

describe("the languages", () => {
  it("have no text that the types do not have", () => {
    const errors: None<LeftOver<typeof words.errors, AcquiringErrorCode>> = true;
    const fields: None<LeftOver<typeof words.fields, FieldProblem>> = true;
    const labels: None<LeftOver<typeof words.labels, Label>> = true;
    expect([errors, fields, labels]).toEqual([true, true, true]);
    expect(Object.keys(words)).toEqual([...GROUPS]);
  });

  it("are English and twelve others, each exported by its name too", () => {
    expect(Object.keys(languages).sort()).toEqual([
      "ar",
      "de",
      "en",
      "es",
      "fr",
      "he",
      "it",
      "ja",
      "nl",
      "pl",
      "pt",
      "sv",
      "tr",
    ]);
    for (const [name, table] of translations) expect(named).toHaveProperty(name, table);
  });

  it.each(tables)("%s has its own name and direction", (name, table) => {
    expect(table.language).toBe(name);
    expect(table.direction).toBe(RIGHT_TO_LEFT.includes(name) ? "rtl" : "ltr");
  });

  it.each(translations)("%s has every text of English, and none is empty", (_name, table) => {
    const texts = textsOf(table);
    expect([...texts.keys()].sort()).toEqual([...originals.keys()].sort());
    for (const text of texts.values()) expect(text.trim()).not.toBe("");
  });

  it.each(translations)("%s has no English sentence", (_name, table) => {
    const left = [...textsOf(table)].filter(([path, text]) => text.length > 12 && text === originals.get(path));
    expect(left).toEqual([]);
  });

  it.each(translations)("%s keeps the placeholders", (_name, table) => {
    for (const [path, text] of textsOf(table))
      expect([path, placeholdersOf(text)]).toEqual([path, placeholdersOf(originals.get(path))]);
  });

  it.each(tables)("%s says of a changed amount nothing of a cart: <PayAgain> pays an order", (name, { errors }) => {
    expect(errors.subscription_currency).toMatch(CART[name] ?? "");
    expect(errors.amount_changed).not.toMatch(CART[name] ?? "");
  });

  it.each(tables)("%s has no form that depends on a number, date or code", (_name, table) => {
    const { card_declined: decline } = table.errors;
    for (const telling of [table.labels.cardNumber, table.labels.securityCode, table.labels.expiry.split(" ")[0]])
      expect(decline.toLowerCase()).not.toContain(telling?.toLowerCase());
    expect(decline).not.toMatch(/\d/);
  });
});

describe("the language of a customer", () => {
  it.each([
    ["de", "de"],
    ["pt-BR", "pt"],
    ["DE-at", "de"],
    ["ja_JP", "ja"],
    ["zh-Hant-TW", "en"],
    ["ar-EG-u-nu-latn", "ar"],
    ["iw-IL", "he"],
    ["en-GB", "en"],
    ["constructor", "en"],
    ["", "en"],
    ["*", "en"],
  ])("%p is read as %s", (language, expected) => {
    expect(textsFor(language).language).toBe(expected);
  });

  describe("without an explicit one", () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    const setNavigator = (value: unknown) =>
      Object.defineProperty(globalThis, "navigator", { value, configurable: true });
    afterEach(() => {
      if (before) Object.defineProperty(globalThis, "navigator", before);
      else Reflect.deleteProperty(globalThis, "navigator");
    });

    it("is the browser's", () => {
      setNavigator({ language: "sv-SE" });
      expect(textsFor()).toBe(languages.sv);
      expect(textsFor(undefined)).toBe(languages.sv);
    });

    it("is English without a browser", () => {
      setNavigator(undefined);
      expect(textsFor()).toBe(english);
    });
  });
});
