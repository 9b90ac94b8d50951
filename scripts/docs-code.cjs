/**
 * `npm run docs:code`: compiles what the documents show as code against the package's own
 * sources. Taken are the blocks that import something, JavaScript too; what they leave to the
 * reader (a container, a cart's id) is declared in scripts/docs-code/left-to-the-reader.ts.
 */
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const root = path.join(__dirname, "..");
const FENCE = /^```(tsx?|js)\n([\s\S]*?)^```$/gm;
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

/** The blocks as files that are only in memory, by the names that errors are told with. */
function filesOf(document) {
  const source = fs.readFileSync(path.join(root, document), "utf8");
  return [...source.matchAll(FENCE)]
    .filter(([, , code]) => /^import /m.test(code))
    .map((match) => {
      const line = source.slice(0, match.index).split("\n").length;
      const kind = match[1] === "js" ? "ts" : match[1];
      return [path.join(root, `${document}.${line}.${kind}`), { code: asFile(match[2]), document, line }];
    });
}

/** What exports nothing is the inside of a function of the reader's; the lines stay where they are. */
function asFile(code) {
  if (/^export /m.test(code)) return code;
  const [, imports, rest] = /^((?:\/\/.*\n|import [^;]*;\n)*)([\s\S]*)$/.exec(code);
  return `${imports}export async function read() {${rest}}`;
}

const blocks = new Map(documents.flatMap(filesOf));
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
const program = ts.createProgram([...blocks.keys(), declared], options, host);
const problems = [...blocks.keys(), declared].flatMap((name) => {
  const file = program.getSourceFile(name);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
});
for (const { file, start, messageText } of problems) {
  const { line } = file.getLineAndCharacterOfPosition(start);
  const block = blocks.get(file.fileName);
  const place = block ? `${block.document}:${block.line + line + 1}` : path.relative(root, file.fileName);
  console.error(`${place}  ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}
console.log(`${blocks.size} pieces of code in ${documents.length} documents, ${problems.length} mistakes`);
process.exitCode = problems.length === 0 && blocks.size > 0 ? 0 : 1;
