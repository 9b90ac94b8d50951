import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

/**
 * The documents against the tree: each link leads somewhere, each heading that is
 * pointed at exists, and what is shown as code is code. Addresses of other sites are
 * not asked for: a test needs no network.
 */
const ROOT = resolve(__dirname, "../..");
const FOLDERS = [".", "docs", "docs/adr"];
const documents = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(ROOT, folder, name)),
);
const nameOf = (file: string): string => relative(ROOT, file);

interface Block {
  readonly language: string;
  readonly line: number;
  readonly code: string;
}

const text = (file: string): string => readFileSync(file, "utf8");
const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
const withoutCode = (source: string): string => source.replace(FENCE, "").replace(/`[^`\n]*`/g, "");

function blocksOf(source: string): Block[] {
  return [...source.matchAll(FENCE)].map(({ 1: language = "", 2: code = "", index }) => ({
    language,
    code,
    line: source.slice(0, index).split("\n").length,
  }));
}

/** As the sites that show Markdown name a heading in an address. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

function anchorsOf(file: string): Set<string> {
  const headings = text(file)
    .replace(FENCE, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = ""]) => anchorOf(heading)));
}

const linksOf = (file: string): string[] =>
  [...withoutCode(text(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);

/** What is wrong with a link, or null. */
function wrongWith(file: string, target: string): string | null {
  if (/^https?:\/\//.test(target)) return null;
  const [path = "", anchor] = target.split("#");
  const led = path === "" ? file : resolve(dirname(file), path);
  if (!existsSync(led)) return `${target} leads nowhere`;
  if (anchor !== undefined && led.endsWith(".md") && !anchorsOf(led).has(anchor))
    return `${target} has no such heading`;
  return null;
}

test.each(documents.map(nameOf))("every link of %s leads somewhere", (name) => {
  const file = join(ROOT, name);
  expect(linksOf(file).flatMap((target) => wrongWith(file, target) ?? [])).toEqual([]);
});

test("a link that leads nowhere, and a heading that is not there, are noticed", () => {
  const file = join(ROOT, "README.md");
  expect(wrongWith(file, "docs/no-such-page.md")).toBe("docs/no-such-page.md leads nowhere");
  expect(wrongWith(file, "docs/testing.md#no-such-heading")).toBe(
    "docs/testing.md#no-such-heading has no such heading",
  );
  expect(wrongWith(file, "docs/testing.md#how-to-read-a-violation")).toBeNull();
});

test("every page of docs/ can be reached from the README", () => {
  const reached = new Set<string>();
  const open = [join(ROOT, "README.md")];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const targets = linksOf(file).map((target) => resolve(dirname(String(file)), target.split("#")[0] ?? ""));
    open.push(...targets.filter((led) => led.endsWith(".md") && existsSync(led)));
  }
  const pages = documents.filter((file) => dirname(file) === join(ROOT, "docs"));
  expect(pages.filter((file) => !reached.has(file)).map(nameOf)).toEqual([]);
});

/** Where in the document, and what: a part of a file is read as a part of one. */
function mistakesIn({ language, code }: Block): string[] {
  if (language === "json") {
    const { error } = ts.parseConfigFileTextToJson("block.json", code);
    return error ? [wordsOf(error)] : [];
  }
  const kind = /^(tsx|jsx)$/.test(language) ? "tsx" : "ts";
  const read = (source: string): string[] =>
    (
      ts.transpileModule(source, {
        fileName: `block.${kind}`,
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, jsx: ts.JsxEmit.ReactJSX },
      }).diagnostics ?? []
    ).map(wordsOf);
  // An excerpt of an options object, and the inside of an async function, are no files by themselves.
  const readings = [code, `({ ${code} })`, `async () => { ${code} }`].map(read);
  return readings.find(({ length }) => length === 0) ?? readings[0] ?? [];
}

const wordsOf = (problem: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(problem.messageText, " ");

const codes = documents.flatMap((file) =>
  blocksOf(text(file))
    .filter(({ language }) => /^(ts|tsx|js|jsx|json)$/.test(language))
    .map((block) => ({ place: `${nameOf(file)}:${String(block.line)}`, block })),
);

test.each(codes)("the code at $place can be read", ({ block }) => {
  expect(mistakesIn(block)).toEqual([]);
});
