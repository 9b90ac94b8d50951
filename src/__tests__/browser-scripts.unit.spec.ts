import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import purposes from "../../scripts/browser-scripts.json";
import { Inventory } from "../cli/scripts/inventory";
import { filesOf, textOf } from "./read-document";

/** The inventory of what runs in customers' browsers, compared with a real build of those files. */
const root = join(__dirname, "../..");
let built: string;

beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), "acquiring-browser-"));
  execFileSync(process.execPath, [join(root, "scripts/build-browser.cjs"), built]);
}, 120_000);
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

const inventory = () => Inventory.parse(JSON.parse(readFileSync(join(built, "scripts.json"), "utf8")));

test("every built script and stylesheet is in the inventory with its hash, and nothing else", () => {
  const found = readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(mjs|js|cjs|css)$/.test(name))
    .map((name) => {
      const digest = createHash("sha384")
        .update(readFileSync(join(built, name)))
        .digest("base64");
      return [name.split(sep).join("/"), `sha384-${digest}`];
    });
  expect(found.length).toBeGreaterThan(50);
  expect(inventory().files.map(({ file, integrity }) => [file, integrity])).toEqual(found.toSorted());
});

test("every source file for browsers has a purpose of its own words, and no purpose is left over", () => {
  const sources = ["src/sdk", "src/react"]
    .flatMap((folder) => [...filesOf(folder, ".ts"), ...filesOf(folder, ".tsx"), ...filesOf(folder, ".css")])
    .map((name) => name.replace(/^src\//, "").replace(/\.tsx?$/, ".mjs"));
  expect(Object.keys(purposes).toSorted()).toEqual([...new Set(sources)].toSorted());
  expect(inventory().files.map(({ purpose }) => purpose)).toEqual(
    inventory().files.map(({ file }) => new Map(Object.entries(purposes)).get(file)),
  );
});

const CODE_FROM_TEXT =
  /\beval\(|new Function\(|(?:inner|outer)HTML|insertAdjacentHTML|document\.write|createElement\("script"|\bimport\(/i;
const INLINE_STYLE = /\bstyle: ?[{([a-z]|cssText|setAttribute\("style"|createElement\("style"/;

test.each([
  ["runs code from a text or loads more", CODE_FROM_TEXT],
  ["writes an inline style", INLINE_STYLE],
])("no file for browsers %s: a policy without unsafe-inline is enough", (_what, pattern) => {
  const scripts = inventory().files.filter(({ file }) => file.endsWith(".mjs"));
  const found = scripts.filter(({ file }) => pattern.test(readFileSync(join(built, file), "utf8")));
  expect(found.map(({ file }) => file)).toEqual([]);
});

/** Newer than Safari 15.4 or Chrome 100, which docs/storefront.md names. */
const TOO_NEW: readonly (readonly [string, RegExp])[] = [
  ["URL.canParse and URL.parse", /\bURL\.(?:canParse|parse)\b/],
  ["copying array methods", /\.(?:toSorted|toReversed|toSpliced|with)\(/],
  ["findLast", /\.findLast(?:Index)?\(/],
  ["groupBy", /\b(?:Object|Map)\.groupBy\b/],
  ["Array.fromAsync", /\bArray\.fromAsync\b/],
  ["new functions of Promise", /\bPromise\.(?:withResolvers|try)\b/],
  ["AbortSignal.any and AbortSignal.timeout", /\bAbortSignal\.(?:any|timeout)\b/],
  ["structuredClone", /\bstructuredClone\b/],
  [
    "methods of Set",
    /\.(?:union|intersection|difference|symmetricDifference|is(?:Subset|Superset)Of|isDisjointFrom)\(/,
  ],
  [
    "methods of iterators",
    /\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|take|drop|toArray|some|every|find|reduce)\(/,
  ],
  ["well-formed strings", /\.(?:isWellFormed|toWellFormed)\(/],
  ["resizable buffers", /\.(?:transfer|transferToFixedLength)\(/],
  [
    "newer parts of Intl",
    /\bIntl\.(?:Segmenter|DurationFormat|supportedValuesOf)\b|\.formatRange(?:ToParts)?\(|trailingZeroDisplay/,
  ],
  ["lookbehind", /\(\?<[=!]/],
  ["regular expressions with flag v or modifiers", /\/[dgimsuy]*v[dgimsy]*(?=\s*[.,;)\]])|\(\?[ims-]+:/],
  ["requestIdleCallback", /\brequestIdleCallback\b/],
  ["randomUUID", /\brandomUUID\b/],
  ["Uint8Array as text", /\.(?:toHex|toBase64)\(|\bUint8Array\.from(?:Hex|Base64)\b/],
  [
    "newer parts of pages",
    /\b(?:showPopover|checkVisibility|startViewTransition|URLPattern|cookieStore|scheduler|navigation)\b/,
  ],
];

test.each(TOO_NEW)("no file for browsers uses %s", (_what, pattern) => {
  const scripts = inventory().files.filter(({ file }) => file.endsWith(".mjs"));
  const texts = new Map(scripts.map(({ file }) => [file, readFileSync(join(built, file), "utf8")]));
  for (const file of [...filesOf("src/pay-page", ".ts"), ...filesOf("src/pay-page", ".tsx")])
    texts.set(file, textOf(file));
  const found = [...texts].filter(([, text]) => pattern.test(text.replace(/^import .*/gm, "")));
  expect(found.map(([file]) => file)).toEqual([]);
});

test("what is too new is recognised", () => {
  const samples = `URL.canParse(a); a.toSorted(); a.findLast(b); Object.groupBy(a); Array.fromAsync(a); Promise.withResolvers();
    AbortSignal.any(a); structuredClone(a); a.union(b); a.values().map(b); a.isWellFormed(); a.transfer(); Intl.Segmenter;
    /(?<=a)b/; /a/v.test(b); requestIdleCallback(a); crypto.randomUUID(); a.toHex(); a.showPopover()`;
  expect(TOO_NEW.filter(([, pattern]) => !pattern.test(samples)).map(([what]) => what)).toEqual([]);
});
