import i18next from "i18next";
import { AttentionKind, TimelineKind } from "../../../api-schema/admin";
import { byWhom } from "../../components/timeline";
import type { Say } from "../../lib/words";
import { fill, localeOf, openOperation } from "../../lib/words";
import resources from "../index";

/** The words as the dashboard's i18next reads them, and that no language lacks one. */
const leavesOf = (node: unknown, path = ""): [string, string][] =>
  typeof node === "object" && node !== null
    ? Object.entries(node).flatMap(([key, value]) => leavesOf(value, path === "" ? key : `${path}.${key}`))
    : [[path, String(node)]];

const placeholdersOf = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).sort();
const english = leavesOf(resources.en.acquiring);
const others = Object.entries(resources).filter(([language]) => language !== "en");

async function sayIn(language: string): Promise<Say> {
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    fallbackLng: "en",
    defaultNS: "acquiring",
    resources,
    interpolation: { escapeValue: false },
  });
  return (word, values) => fill(instance.t(word, { skipInterpolation: true }), values);
}

test("English and at least five more languages are spoken", () => {
  expect(others.length).toBeGreaterThanOrEqual(5);
});

test.each(others)("%s has exactly the English words and placeholders, and none is empty", (_language, words) => {
  const translated = leavesOf(words.acquiring);
  expect(translated.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  const said = new Map(translated);
  for (const [path, text] of english) {
    expect([path, placeholdersOf(said.get(path) ?? "")]).toEqual([path, placeholdersOf(text)]);
    expect([path, said.get(path)?.trim()]).not.toEqual([path, ""]);
  }
});

test("a placeholder is never called count, which i18next would take for a plural", () => {
  expect(english.filter(([, text]) => text.includes("{{count}}"))).toEqual([]);
});

test("every kind of the contract has words of its own and no raw names", () => {
  const { payment, attention } = resources.en.acquiring;
  expect(Object.keys(payment.happened).sort()).toEqual([...TimelineKind.options].sort());
  expect(Object.keys(attention.advice).sort()).toEqual([...AttentionKind.options].sort());
  const raw = /^[a-z]+_[a-z_]+$/;
  expect(english.filter(([, text]) => raw.test(text))).toEqual([]);
});

test("a language that we do not speak hears English", async () => {
  const say = await sayIn("nl");
  expect(say("payment.title")).toBe("Gateway payment");
});

test("an open capture says that it is being checked and not sent again", async () => {
  const say = await sayIn("en");
  const said = "A capture of €30.00 is being checked with the gateway. It won't be sent again.";
  expect(openOperation(say, "capture", "unknown", "€30.00")).toBe(said);
  expect(openOperation(say, "capture", "sending", "€30.00")).toBe(said);
});

test("the gateway is not named as the author of an answer that it did not give", async () => {
  const say = await sayIn("en");
  const gateway = { actor: "gateway", actor_name: null } as const;
  expect(byWhom(say, { ...gateway, kind: "capture_unknown", source: "response" })).toBe("detected by the store");
  expect(byWhom(say, { ...gateway, kind: "captured", source: "query" })).toBe("by the gateway (query)");
});

test("an admin who is known is named, and a name is text and no placeholder", async () => {
  const say = await sayIn("en");
  const captured = { kind: "captured", actor: "admin", source: "request" } as const;
  expect(byWhom(say, { ...captured, actor_name: "ada@example.test" })).toBe("by ada@example.test (request)");
  const hostile = "$t(payment.title) {{how}}";
  expect(byWhom(say, { ...captured, actor_name: hostile })).toBe(`by ${hostile} (request)`);
});

test("the dashboard's language codes are made Intl's", () => {
  expect(["en", "enGB", "ptBR"].map(localeOf)).toEqual(["en", "en-GB", "pt-BR"]);
});
