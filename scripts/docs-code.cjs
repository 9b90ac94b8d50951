/**
 * `npm run docs:code`: compiles what the documents show as code against the package's own
 * sources. Taken are the blocks that import something, JavaScript too, and the modules of HTML pages; what they leave
 * to the reader (a container, a cart's id) is declared in scripts/docs-code/left-to-the-reader.ts. That the commands of
 * recipes and their pages work is found out by `npm run packaged`; here bash reads the commands and runs none.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const root = path.join(__dirname, "..");
const FENCE = /^( *)```(tsx?|js|html|sh)\n([\s\S]*?)^\1```$/gm;
const MODULE = /<script type="module">\n([\s\S]*?)<\/script>/;
const PACKAGE = "medusa-payment-acquiring";
const ENTRIES = {
  sdk: "src/sdk/index.ts",
  "sdk/languages": "src/sdk/languages/index.ts",
  react: "src/react/index.ts",
  simulator: "src/simulator/index.ts",
  workflows: "src/workflows/index.ts",
};

const documents = ["README.md", ...fs.readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);

/** Every block of a document: its language, its code without indentation, and the line above it. */
function blocksOf(document) {
  const source = fs.readFileSync(path.join(root, document), "utf8");
  return [...source.matchAll(FENCE)].map(({ 1: indent, 2: language, 3: code, index }) => ({
    document,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    line: source.slice(0, index).split("\n").length,
  }));
}

/** The module of a page as a file of its own, on the lines where the page has it. */
function moduleOf(html) {
  const found = MODULE.exec(html);
  if (!found) return "";
  const above = html.slice(0, found.index).split("\n").length;
  return "\n".repeat(above) + found[1].replaceAll(/^ +(?=import )/gm, "");
}

/** The blocks as files that are only in memory, by the names that errors are told with. */
function filesOf({ document, language, code, line }) {
  const source = language === "html" ? moduleOf(code) : code;
  if (!/^import /m.test(source)) return [];
  const kind = { js: "ts", html: "js" }[language] ?? language;
  const text = language === "html" ? `${source}\nexport {};` : asFile(source);
  return [[path.join(root, `${document}.${line}.${kind}`), { code: text, document, line }]];
}

/** What bash says against a block of commands that is complete: one with a placeholder or an ellipsis is none. */
function shellMistakes({ document, language, code, line }) {
  if (language !== "sh" || /[<…]/.test(code)) return [];
  const { status, stderr, error } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
  if (error) return [];
  return status === 0 ? [] : [`${document}:${line}  ${stderr.trim().split("\n")[0]}`];
}

/** What exports nothing is the inside of a function of the reader's; the lines stay where they are. */
function asFile(code) {
  if (/^export /m.test(code)) return code;
  const [, imports, rest] = /^((?:\/\/.*\n|import [^;]*;\n)*)([\s\S]*)$/.exec(code);
  return `${imports}export async function read() {${rest}}`;
}

const shown = documents.flatMap(blocksOf);
const blocks = new Map(shown.filter(({ language }) => language !== "sh").flatMap(filesOf));
const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(
  {
    ...config.compilerOptions,
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "Bundler",
    noUnusedLocals: false,
    // A document shows props and arguments without their types.
    noImplicitAny: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    types: ["node"],
    paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [`${PACKAGE}/${name}`, [`./${file}`]])),
  },
  root,
);
const host = ts.createCompilerHost(options);
const { fileExists, getSourceFile, readFile } = host;
host.fileExists = (name) => blocks.has(name) || fileExists(name);
host.readFile = (name) => blocks.get(name)?.code ?? readFile(name);
host.getSourceFile = (name, target, ...more) =>
  blocks.has(name)
    ? ts.createSourceFile(name, blocks.get(name).code, target, true)
    : getSourceFile(name, target, ...more);

const declared = path.join(root, "scripts/docs-code/left-to-the-reader.ts");
const isPage = (name) => name.endsWith(".js");
/** JavaScript has no way to say that an element is there, and what an error is. */
const loose = { ...options, strict: false, useUnknownInCatchVariables: false };
const files = [...blocks.keys(), declared];
const problems = [
  [files.filter((name) => !isPage(name)), options],
  [files.filter(isPage), loose],
].flatMap(([names, settings]) => {
  const program = ts.createProgram(names, settings, host);
  return names.flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
});
for (const { file, start, messageText } of problems) {
  const { line } = file.getLineAndCharacterOfPosition(start);
  const block = blocks.get(file.fileName);
  const place = block ? `${block.document}:${block.line + line + 1}` : path.relative(root, file.fileName);
  console.error(`${place}  ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}
const commands = shown.flatMap(shellMistakes);
for (const mistake of commands) console.error(mistake);
const mistakes = problems.length + commands.length;
console.log(`${blocks.size} pieces of code in ${documents.length} documents, ${mistakes} mistakes`);
process.exitCode = mistakes === 0 && blocks.size > 0 ? 0 : 1;
