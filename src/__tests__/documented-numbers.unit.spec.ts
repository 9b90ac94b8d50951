import { storeErrorCodes, customerText } from "../api-schema/errors";
import { Permission } from "../api-schema/admin";
import { CardTestingOptions } from "../options/card-testing-options";
import { Options } from "../options/options";
import { catalogue } from "../options/payment-method-catalogue";
import { languages } from "../sdk/languages";
import { faultNames } from "../simulator";
import { codesIn, filesOf, rowsUnder, tablesOf, textOf } from "./read-document";

/** Numbers and texts repeated in the documents, compared with their source. */
const README = textOf("README.md");
const CHANGELOG = textOf("CHANGELOG.md");
const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const inWords = (count: number): string => [...NUMBERS, "thirteen", "fourteen"][count] ?? String(count);

test("the README's limits against card testing are the defaults", () => {
  const { limits } = CardTestingOptions.parse({});
  const said = tablesOf("README.md").find(({ head }) => head[0] === "payments in one hour");
  expect(said?.rows).toEqual([["at most", ...Object.values(limits).map(({ max }) => String(max))]]);
  expect(
    said?.head.slice(1).map((name) => (name.split(" ").at(-1) === "number" ? "card" : name.split(" ").at(-1))),
  ).toEqual(Object.keys(limits));
  expect(Object.values(limits).map(({ windowMs }) => windowMs)).toEqual(Array(5).fill(3_600_000));
});

test("the documented numbers of languages, methods and faults are right", () => {
  const ofCustomers = `in ${inWords(Object.keys(languages).length)} languages`;
  expect([README, CHANGELOG].filter((text) => !text.includes(ofCustomers))).toEqual([]);
  const ofDashboard = filesOf("src/admin/i18n/json", ".json").length;
  expect(README).toContain(`in ${inWords(ofDashboard)} languages: [docs/dashboard.md]`);
  expect(CHANGELOG).toContain(`a catalogue of ${String(catalogue.size)} (\`apm.methods\`)`);
  expect(CHANGELOG).toContain(`goes wrong in ${String(faultNames.length - 1)} ways`);
});

test("every error code of the shop is in its guide, with the customer's text", () => {
  const guide = textOf("docs/storefront.md");
  expect(storeErrorCodes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
  const rows = rowsUnder("docs/storefront.md", "code", "when", "English message");
  expect(rows.length).toBeGreaterThan(3);
  const documented = Object.fromEntries(rows.map(([code, , words]) => [codesIn(code)[0], words]));
  const known = storeErrorCodes.filter((code) => code in documented);
  expect(documented).toEqual(Object.fromEntries(known.map((code) => [code, customerText[code]])));
});

test("the shop's routes in the guide are those of the code", () => {
  const there = filesOf("src/api/store", "/route.ts").flatMap((file) =>
    [...textOf(file).matchAll(/^export async function (GET|POST|DELETE)\b/gm)].map(
      ([, method = ""]) =>
        `${method} ${file
          .replace("src/api", "")
          .replace("/route.ts", "")
          .replace(/\[(\w+)\]/g, "<$1>")}`,
    ),
  );
  const documented = rowsUnder("docs/storefront.md", "route", "takes").flatMap(([route]) => codesIn(route));
  expect([...documented].sort()).toEqual(there.sort());
});

test("the browser bundles are no larger than documented", () => {
  const limit = (title: string): string =>
    new RegExp(`title: "${title}[^}]*limit: ([\\d_]+)`).exec(textOf("scripts/size.cjs"))?.[1] ?? "";
  const most = Number.parseInt(limit("sdk").replaceAll("_", ""), 10) / 1_024;
  expect(textOf("docs/storefront.md")).toContain(`at most ${String(most)} kB gzipped`);
});

test("the documented style variables are those of the stylesheet, with their defaults", () => {
  const documented = rowsUnder("docs/react.md", "variable", "default").flatMap(([names, defaults = ""]) => {
    const values = [...defaults.matchAll(/`([^`]+)`|inherited/g)].map(([, value = "inherit"]) => value);
    return codesIn(names).map((name, at): [string, string] => [name, values[at] ?? ""]);
  });
  const styles = [...textOf("src/react/styles.css").matchAll(/var\((--acq-[a-z-]+), ([^)]+)\)/g)];
  const first = new Map(styles.reverse().map(([, name = "", value = ""]) => [name, value]));
  expect(new Map(documented)).toEqual(first);
});

/** Undefined for an unknown option, or one without default. */
function defaultOf(path: string): unknown {
  const given = Options.parse({
    accounts: { main: { baseUrl: "https://a.example", merchantId: "1", accountId: "1", signingKeys: ["0123456789"] } },
    storefront: { origins: ["https://shop.example"] },
    notifyBaseUrl: "https://api.shop.example",
  });
  const from: unknown = path.startsWith("profile.") ? given.accounts.main : given;
  return path
    .split(".")
    .reduce<unknown>((at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined), from);
}

test.each(["docs/payouts.md", "docs/subscriptions.md"])(
  "the defaults repeated in %s are those of the options",
  (file) => {
    const rows = rowsUnder(file, "option", "default").map(([name, given]) => [codesIn(name)[0] ?? "", given] as const);
    expect(rows.length).toBeGreaterThan(3);
    const plain = rows.filter(([name]) => ["number", "boolean", "string"].includes(typeof defaultOf(name)));
    expect(plain.map(([name, given]) => [name, codesIn(given)[0]])).toEqual(
      plain.map(([name]) => [name, String(defaultOf(name))]),
    );
  },
);

test("the configuration's table has every permission of its option", () => {
  const rows = rowsUnder("docs/configuration.md", "name in `admin.permissions`", "default", "allows");
  const documented = rows.flatMap(([name]) => codesIn(name));
  // The two that are lists of their own, in `payout`.
  const others: readonly Permission[] = ["approve_payout", "reveal_bank_details"];
  expect(documented).toEqual(Permission.options.filter((name) => !others.includes(name)));
});

test("the dashboard's page names every permission", () => {
  const page = textOf("docs/dashboard.md");
  expect(Permission.options.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
