import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { knownOptions as known, renderOptions } from "../../../scripts/option-reference";
import { catalogue } from "../../options/payment-method-catalogue";
import { defaultSignedFields } from "../signing/signing";
import { signedOperations } from "../model/signing-profile";

/**
 * `docs/configuration.md` against the schema. Its tables of options name what they
 * are about in their first heading ("name in `profile.signing`"), and each row's
 * first cell holds the names. Defaults are compared where they are values.
 */
const DOCUMENT = readFileSync(join(__dirname, "../../../docs/configuration.md"), "utf8");

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

const tables: readonly Table[] = DOCUMENT.split(/\n{2,}/)
  .map((block) => block.split("\n").map((line) => line.trim()))
  .filter(([first]) => first?.startsWith("|"))
  .map(([head = "", , ...rows]) => ({ head: cellsOf(head), rows: rows.map(cellsOf) }));

/** The document says `profile.signing` for what stands in each account. */
const inFull = (name: string): string => (/^profile\b/.test(name) ? `accounts.<account>.${name}` : name);

interface Documented {
  readonly path: string;
  /** The cell of the default, or undefined where the table has none. */
  readonly given: string | undefined;
}

function documentedIn({ head, rows }: Table): Documented[] {
  const [title = "", ...columns] = head;
  const about = /^name(?: in `([^`]+)`)?$/.exec(title);
  if (!about) return [];
  const prefix = about[1] === undefined ? "" : `${inFull(about[1])}.`;
  return rows.flatMap(([names = "", ...cells]) =>
    codesIn(names).flatMap((name) => {
      const own = { path: prefix + name, given: cells[columns.indexOf("default")] };
      const parts = columns.flatMap((column, index) => {
        const part = /^default `(\w+)`$/.exec(column)?.[1];
        return part === undefined ? [] : [{ path: `${own.path}.${part}`, given: cells[index] }];
      });
      return [own, ...parts];
    }),
  );
}

const documented: readonly Documented[] = tables.flatMap(documentedIn);

const paths = new Set(known.map(({ path }) => path));

test("docs/options.md is generated from the schema", () => {
  expect(readFileSync(join(__dirname, "../../../docs/options.md"), "utf8")).toBe(renderOptions());
});

test("every option is in the document", () => {
  const named = new Set(documented.map(({ path }) => path));
  const missing = known.filter(({ path, isLeaf }) => isLeaf && !named.has(path)).map(({ path }) => path);
  expect(known.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test("every name in the document is an option", () => {
  expect(documented.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
});

test("no option is in the document twice", () => {
  const names = documented.map(({ path }) => path);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** In words only: too long for a cell. */
const IN_WORDS = ["accounts.<account>.profile.notify.kinds"];

test("the documented defaults are those of the schema", () => {
  const given = new Map(documented.map(({ path, given: cell }) => [path, cell]));
  const compared = known.filter(({ path, fallback }) => fallback !== undefined && !IN_WORDS.includes(path));
  const asDocumented = compared.map(({ path }) => [path, JSON.parse(codesIn(given.get(path) ?? "")[0] ?? "null")]);
  expect(asDocumented).toEqual(compared.map(({ path, fallback }) => [path, fallback]));
});

test("an option without a default is documented without one", () => {
  const without = known.filter(({ isLeaf, fallback }) => isLeaf && fallback === undefined).map(({ path }) => path);
  const cells = documented.filter(({ path }) => without.includes(path)).map(({ given }) => given);
  expect(cells.filter((cell) => /^`(\d|"|\{|true|false)/.test(cell ?? ""))).toEqual([]);
});

test("the catalogue's table is that of the code", () => {
  const table = tables.find(({ head }) => head[0] === "code" && head[2] === "countries");
  const words = (cell = ""): string[] => cell.split(" ").filter((word) => word !== "any" && word !== "–");
  expect(
    table?.rows.map(([code = "", name, countries, currencies, later, asked = ""]) => [
      codesIn(code)[0],
      { name, countries: words(countries), currencies: words(currencies), paysLater: later === "yes" },
      codesIn(asked),
    ]),
  ).toEqual(
    [...catalogue].map(([code, { name, countries, currencies, paysLater, requires }]) => [
      code,
      { name, countries, currencies, paysLater },
      requires,
    ]),
  );
});

test("the documented signing recipes are those of the code", () => {
  const rows = tables.find(({ head }) => head[0] === "operation" && head[1] === "fields")?.rows ?? [];
  const recipes = new Map(rows.flatMap(([names = "", fields = ""]) => codesIn(names).map((name) => [name, fields])));
  const listed = (fields = ""): string[] => {
    const [first = "", ...rest] = codesIn(fields);
    return fields.startsWith("as ") ? listed(recipes.get(first)) : [first, ...rest];
  };
  expect(signedOperations.map((name) => [name, listed(recipes.get(name))])).toEqual(
    signedOperations.map((name) => [name, defaultSignedFields[name]]),
  );
});

test("every option named in another page exists", () => {
  const docs = join(__dirname, "../../../docs");
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md") && name !== "configuration.md");
  const files = [...pages.map((name) => join(docs, name)), join(docs, "../README.md"), join(docs, "../CHANGELOG.md")];
  const profile = "accounts.<account>.profile.";
  const maps = known.filter(({ path }) => !known.some((inner) => inner.path.startsWith(`${path}.`)));
  // `capture.mode` is short for what stands in each account's profile; below a table any name may follow.
  const isOption = (name: string): boolean =>
    [name, inFull(name), profile + name].some(
      (path) => paths.has(path) || maps.some((map) => path.startsWith(`${map.path}.`)),
    );
  const begins = new Set(known.map(({ path }) => path.replace(profile, "").split(".")[0] ?? "").concat("profile"));
  const named = files.flatMap((file) =>
    codesIn(readFileSync(file, "utf8").replace(/^```[\s\S]*?^```$/gm, ""))
      .filter((code) => /^[A-Za-z]+(\.[A-Za-z]+)+$/.test(code) && begins.has(code.split(".")[0] ?? ""))
      .map((code) => `${basename(file)} ${code}`),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((each) => !isOption(each.split(" ")[1] ?? ""))).toEqual([]);
});
