/**
 * `npm run docs:code`: compiles the code blocks of the documents against the package's sources: blocks that import
 * something, including JavaScript, and the modules of HTML pages. Values left to the reader (a container, a cart's ID)
 * are declared in scripts/docs-code/left-to-the-reader.ts. `npm run packaged` runs the recipes' commands and pages;
 * here bash only parses the commands.
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

/** All blocks of a document: language, code without indentation, and line. */
function blocksOf(document) {
  const source = fs.readFileSync(path.join(root, document), "utf8");
  return [...source.matchAll(FENCE)].map(({ 1: indent, 2: language, 3: code, index }) => ({
    document,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    line: source.slice(0, index).split("\n").length,
  }));
}

/** The module of a page as its own file, with unchanged line numbers. */
function moduleOf(html) {
  const found = MODULE.exec(html);
  if (!found) return "";
  const above = html.slice(0, found.index).split("\n").length;
  return "\n".repeat(above) + found[1].replaceAll(/^ +(?=import )/gm, "");
}

/** The blocks as in-memory files, with the names used in errors. */
function filesOf({ document, language, code, line }) {
  const source = language === "html" ? moduleOf(code) : code;
  if (!/^import /m.test(source)) return [];
  const kind = { js: "ts", html: "js" }[language] ?? language;
  const text = language === "html" ? `${source}\nexport {};` : asFile(source);
  return [[path.join(root, `${document}.${line}.${kind}`), { code: text, document, line }]];
}

/** Syntax errors of a complete block of commands; blocks with a placeholder or ellipsis are skipped. */
function shellMistakes({ document, language, code, line }) {
  if (language !== "sh" || /[<…]/.test(code)) return [];
  const { status, stderr, error } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
  if (error) return [];
  return status === 0 ? [] : [`${document}:${line}  ${stderr.trim().split("\n")[0]}`];
}

/** A block without exports is the inside of a reader's function; lines keep their numbers. */
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
    // Documents show props and arguments without their types.
    noImplicitAny: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    types: ["node", "jest"],
    paths: {
      ...Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [`${PACKAGE}/${name}`, [`./${file}`]])),
      "@medusajs/test-utils": ["./scripts/docs-code/test-utils.ts"],
    },
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
/** JavaScript cannot declare that an element exists, or the type of an error. */
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
if (problems.length > 0)
  console.error("Names that samples leave to the reader are declared in scripts/docs-code/left-to-the-reader.ts.");
const commands = shown.flatMap(shellMistakes);
for (const mistake of commands) console.error(mistake);
const mistakes = problems.length + commands.length;
console.log(`${blocks.size} pieces of code in ${documents.length} documents, ${mistakes} mistakes`);
process.exitCode = mistakes === 0 && blocks.size > 0 ? 0 : 1;
