import { speechOf } from "../language";
import type { Texts } from "../texts";
import { english, fill } from "../texts";
import { cardErrorsOf } from "../errors";
import { errorFrom, paymentOf, shopIn, shopOf } from "./fake-shop";

/** Choice of the language. These tables contain marked English, not translations. */
const SESSION = { id: "payses_1", data: { token: "token_1" } };
const marked = <Words extends object>(language: string, words: Words): Words => ({
  ...words,
  ...Object.fromEntries(Object.keys(words).map((key) => [key, `${language}:${key}`])),
});
const table = (language: string, direction: Texts["direction"] = "ltr"): Texts => ({
  language,
  direction,
  errors: marked(language, english.errors),
  fields: marked(language, english.fields),
  labels: marked(language, english.labels),
});
const [de, pt, ptPT, he] = [table("de"), table("pt"), table("pt-PT"), table("he", "rtl")];
const LIST = [de, pt, ptPT, he];

describe("of several tables", () => {
  it.each([
    ["de", "de", "de"],
    ["de-AT", "de", "de-AT"],
    ["DE_at", "de", "de-AT"],
    ["pt-BR", "pt", "pt-BR"],
    ["pt-PT", "pt-PT", "pt-PT"],
    ["iw", "he", "he"],
    ["he-IL-u-nu-latn", "he", "he-IL"],
    ["en-GB", "en", "en-GB"],
    ["zz", "en", "en"],
    ["", "en", "en"],
    ["not a tag", "en", "en"],
    ["constructor", "en", "en"],
  ])("%s reads %s and formats as %s", (asked, read, formatted) => {
    const speech = speechOf(LIST, asked);
    expect([speech.texts.language, speech.language]).toEqual([read, formatted]);
  });

  it("the shop's own English takes precedence over ours", () => {
    const own = table("en-GB");
    expect(speechOf([de, own], "en-US").texts).toBe(own);
    expect(speechOf([de, own], "zz").texts).toBe(own);
  });

  it("the first of the browser's languages with a table is chosen", () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr", "pt-BR", "de"] }, configurable: true });
    try {
      expect(speechOf(LIST, undefined)).toEqual({ texts: pt, language: "pt-BR" });
      expect(speechOf(undefined, undefined).texts).toBe(english);
    } finally {
      if (before) Object.defineProperty(globalThis, "navigator", before);
      else Reflect.deleteProperty(globalThis, "navigator");
    }
  });
});

describe("one table", () => {
  it("is used for any language", () => {
    expect(speechOf(he, "fr")).toEqual({ texts: he, language: "he" });
    expect(speechOf(de, "de-CH")).toEqual({ texts: de, language: "de-CH" });
  });

  it("is passed to the components with its direction", () => {
    const { acquiring } = shopOf({ texts: LIST, language: "he" });
    expect([acquiring.texts, acquiring.language, acquiring.direction]).toEqual([he, "he", "rtl"]);
  });

  it("is English when there is none", () => {
    const { acquiring } = shopOf({ language: "fr" });
    expect([acquiring.texts, acquiring.language, acquiring.direction]).toEqual([english, "en", "ltr"]);
  });
});

describe("in another language", () => {
  it("a decline is in the customer's language", async () => {
    const declined = paymentOf({ error: { code: "card_declined", message: "The payment was not approved." } });
    const { acquiring } = shopIn(de, { body: declined });
    expect((await acquiring.status(SESSION)).error).toEqual({ code: "card_declined", message: "de:card_declined" });
  });

  it("a refusal and its fields are in the customer's language, and the server's texts stay in the cause", async () => {
    const fields = [
      { field: "method.card.expiry_month", message: "This card has expired." },
      { field: "method.card.security_code", message: "Enter the 4-digit security code." },
      { field: "method.card.number", message: "Enter the card number as it stands on the card." },
      { field: "method.card.holder_first_name", message: "Too big: expected string to have <=60 characters" },
      { field: "method.person.document_number", message: "This payment method requires this field." },
      { field: "device.os", message: "Too big" },
    ];
    const { acquiring } = shopOf(
      { texts: de },
      { status: 422, body: { code: "card_invalid", message: "No.", fields } },
    );
    const error = await errorFrom(acquiring.status(SESSION));
    expect(error.message).toBe("de:card_invalid");
    expect(error.fields.map(({ message }) => message)).toEqual([
      "de:expiryPast",
      "de:codeFour",
      "de:numberWrong",
      "de:nameWrong",
      "de:required",
      "Too big",
    ]);
    expect(cardErrorsOf(error)).toEqual({
      expiry: "de:expiryPast",
      securityCode: "de:codeFour",
      number: "de:numberWrong",
      firstName: "de:nameWrong",
      name: "de:nameWrong",
    });
    expect(error.cause).toMatchObject({ status: 422, message: "No.", fields });
  });

  it("the missing security code of a saved card is reported at its field", async () => {
    const fields = [{ field: "method.security_code", message: "Enter the security code of the card." }];
    const { acquiring } = shopIn(de, { status: 422, body: { code: "card_invalid", fields } });
    expect(cardErrorsOf(await errorFrom(acquiring.status(SESSION)))).toEqual({ securityCode: "de:required" });
  });

  it("a lost connection is in the customer's language", async () => {
    expect((await errorFrom(shopIn(de, "broken").acquiring.status(SESSION))).message).toBe("de:network");
  });
});

describe("a value in a text", () => {
  it("replaces its placeholder, and a placeholder without a value stays", () => {
    expect(fill("Pay {amount} or {other}", { amount: "€ 10.00" })).toBe("Pay € 10.00 or {other}");
    expect(fill("{constructor}", {})).toBe("{constructor}");
    expect(fill("{card}", { card: "$& {card}" })).toBe("$& {card}");
  });
});
