import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { linksOf } from "../../scripts/packaged/page-links.cjs";

/** Every document is reachable, and its code is valid. Links: `shipped-pages.unit.spec.ts`. */
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

function blocksOf(source: string): Block[] {
  return [...source.matchAll(FENCE)].map(({ 1: language = "", 2: code = "", index }) => ({
    language,
    code,
    line: source.slice(0, index).split("\n").length,
  }));
}

/** The README links to what a store gets, CONTRIBUTING to the rest. */
test("every page of docs/ can be reached from the README or from CONTRIBUTING", () => {
  const reached = new Set<string>();
  const open = [join(ROOT, "README.md"), join(ROOT, "CONTRIBUTING.md")];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const targets = linksOf(text(file)).map((target) => resolve(dirname(String(file)), target.split("#")[0] ?? ""));
    open.push(...targets.filter((led) => led.endsWith(".md") && existsSync(led)));
  }
  const pages = documents.filter((file) => dirname(file) === join(ROOT, "docs"));
  expect(pages.filter((file) => !reached.has(file)).map(nameOf)).toEqual([]);
});

/** Position and error; an excerpt of a file is parsed as one. */
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
  // An excerpt of an options object, or the inside of an async function, is not a valid file by itself.
  const readings = [code, `({ ${code} })`, `async () => { ${code} }`].map(read);
  return readings.find(({ length }) => length === 0) ?? readings[0] ?? [];
}

const wordsOf = (problem: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(problem.messageText, " ");

const codes = documents.flatMap((file) =>
  blocksOf(text(file))
    .filter(({ language }) => /^(ts|tsx|js|jsx|json)$/.test(language))
    .map((block) => ({ place: `${nameOf(file)}:${String(block.line)}`, block })),
);

test.each(codes)("the code at $place can be parsed", ({ block }) => {
  expect(mistakesIn(block)).toEqual([]);
});

describe("the checklists of CONTRIBUTING.md", () => {
  const page = text(join(ROOT, "CONTRIBUTING.md"));
  const checklists = page.slice(page.indexOf("## Checklists"), page.indexOf("## Who may import what"));
  const items = checklists.split(/\n(?=\d\. |\n|Tests that react)/);

  /** Paths are below `src/`, or whole; a bare name is in the folder of the path before it. */
  function missingIn(item: string): string[] {
    let folder = "";
    return [...item.matchAll(/`([^`\s*#]+)(?:#[^`]*)?`/g)].flatMap(([, path = ""]) => {
      if (!/\/|\.(tsx?|cjs|md|json)$/.test(path)) return [];
      const below = path.startsWith("acquiring/") ? `src/modules/${path}` : `src/${path}`;
      const found = [`${folder}/${path}`, path, below]
        .flatMap((each) => [each, `${each}.spec.ts`, `${each}.unit.spec.ts`, `${each}.unit.spec.tsx`])
        .find((each) => existsSync(join(ROOT, each)));
      if (found) folder = statSync(join(ROOT, found)).isDirectory() ? found : dirname(found);
      return found ? [] : [path];
    });
  }

  test("name only paths that exist", () => {
    expect(items.length).toBeGreaterThan(30);
    expect(items.flatMap(missingIn)).toEqual([]);
    expect(missingIn("1. `acquiring/gate/decide.ts`, `gone.ts`")).toEqual(["gone.ts"]);
  });
});
