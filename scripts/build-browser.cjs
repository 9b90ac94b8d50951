/**
 * The second half of `npm run build`: what a storefront imports (`src/sdk`, and `src/react` with its stylesheet), as ES
 * modules with types in `.medusa/browser`. Medusa's own build writes CommonJS, which bundlers cannot tree-shake. It
 * neither bundles nor minifies; the shop's build does. `scripts.json` beside them is the inventory of these files.
 * `node scripts/build-browser.cjs FOLDER` writes them elsewhere, for a test, and changes nothing else.
 */
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const ts = require("typescript");
const { typesOf } = require("./api-schema-types.cjs");
const { shakeTypes } = require("./shake-types.cjs");
const { writeInventory } = require("./browser-scripts.cjs");

const root = path.join(__dirname, "..");
const config = ts.getParsedCommandLineOfConfigFile(path.join(root, "tsconfig.browser.json"), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => fail([problem]),
});
const [elsewhere] = process.argv.slice(2);
if (elsewhere !== undefined) config.options.outDir = path.resolve(elsewhere);
const target = config.options.outDir;

function fail(problems) {
  console.error(
    ts.formatDiagnostics(problems, { ...ts.sys, getCanonicalFileName: (name) => name, getNewLine: () => "\n" }),
  );
  process.exit(1);
}

/** `.mjs` and `.d.mts` are ES modules whatever the package's `type`. */
const moduleName = (file) => file.replace(/\.d\.ts$/, ".d.mts").replace(/\.js$/, ".mjs");

/** Node needs complete module paths: `./card` becomes `./card.mjs`, `../sdk` becomes `../sdk/index.mjs`. */
function withWholeNames(file, text) {
  let whole = text;
  for (const { fileName: name, pos } of ts.preProcessFile(text, true, true).importedFiles.reverse()) {
    if (!name.startsWith(".")) continue;
    const start = whole.indexOf(name, pos);
    whole = whole.slice(0, start) + wholeName(file, name) + whole.slice(start + name.length);
  }
  return whole;
}

function wholeName(file, name) {
  const source = path.resolve(config.options.rootDir, path.relative(target, path.dirname(file)), name);
  if (name.endsWith(".css")) return name;
  const isFile = [".ts", ".tsx"].some((extension) => fs.existsSync(source + extension));
  return isFile ? `${name}.mjs` : `${name.replace(/\/$/, "")}/index.mjs`;
}

const JSON_IMPORT = /^import \{ ([\w, ]+) \} from "(\.[^"]+\.json)";$/gm;

/** JSON becomes constants: Node imports it only with an attribute, which older bundlers reject, and never by name. */
function withJsonInlined(file, text) {
  const folder = path.resolve(config.options.rootDir, path.relative(target, path.dirname(file)));
  const inlined = text.replace(JSON_IMPORT, (_line, names, place) => {
    const json = JSON.parse(fs.readFileSync(path.join(folder, place), "utf8"));
    return names
      .split(", ")
      .map((name) => `const ${name} = ${JSON.stringify(json[name], null, 2)};`)
      .join("\n");
  });
  if (/from "[^"]*\.json"/.test(inlined)) throw new Error(`${file} must import JSON by name.`);
  return inlined;
}

/** The types have the documentation. */
function withoutComments(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  return ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed }).printFile(file);
}

const program = ts.createProgram(config.fileNames, config.options);
const problems = [...config.errors, ...ts.getPreEmitDiagnostics(program)];
if (problems.length > 0) fail(problems);

fs.rmSync(target, { recursive: true, force: true });
const schemas = path.join(target, "api-schema");
const written = [];
program.emit(undefined, (file, text) => {
  const name = path.normalize(file);
  if (name.startsWith(schemas + path.sep) || name.endsWith(".json")) return;
  const whole = withWholeNames(name, withJsonInlined(name, text));
  ts.sys.writeFile(moduleName(name), name.endsWith(".js") ? withoutComments(name, whole) : whole);
  written.push(name);
});

/** The API schema's types without zod: a shop needs neither zod nor Medusa to use them. */
for (const source of program.getSourceFiles()) {
  const name = path.relative(config.options.rootDir, source.fileName);
  if (path.dirname(name) !== "api-schema") continue;
  ts.sys.writeFile(path.join(target, name.replace(/\.ts$/, ".d.mts")), typesOf(program, source));
}

/** Exports of package.json, below `target`. */
const ENTRY = /^(?:sdk|react)\/(?:index|languages\/[^/]+)\.d\.mts$/;

/** Leaves out the types that no public entry needs. */
function shakeWritten() {
  const names = fs.readdirSync(target, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.mts"));
  const texts = new Map(
    names.map((name) => [path.join(target, name), fs.readFileSync(path.join(target, name), "utf8")]),
  );
  const entries = [...texts.keys()].filter((file) => ENTRY.test(path.relative(target, file).replaceAll(path.sep, "/")));
  const kept = shakeTypes({ texts, entries, isEntryStatement: () => true, isDocumented: () => true });
  for (const file of texts.keys()) fs.rmSync(file);
  for (const [file, types] of kept) fs.writeFileSync(file, types);
}
shakeWritten();

const styles = path.join(root, "src/react/styles.css");
if (fs.existsSync(styles)) fs.copyFileSync(styles, path.join(target, "react/styles.css"));
writeInventory(target);

/** Medusa's build made a second, CommonJS copy, which must not be imported. */
function removeSecondCopy() {
  for (const folder of ["sdk", "react"])
    fs.rmSync(path.join(root, ".medusa/server/src", folder), { recursive: true, force: true });
}

/** Every export of package.json must exist and load without a browser, as in server-side rendering. */
async function checkExports() {
  const { exports: promised } = require("../package.json");
  for (const [name, { default: file }] of Object.entries(promised)) {
    const isOurs = file?.startsWith("./.medusa/browser/") && !file.includes("*");
    if (!isOurs || !fs.existsSync(path.join(root, "src", name))) continue;
    const loaded = await import(pathToFileURL(path.join(root, file)).href);
    if (Object.keys(loaded).length === 0) throw new Error(`${name} of package.json exports nothing.`);
  }
  const modules = written.filter((name) => name.endsWith(".js")).length;
  console.log(`${modules} modules for browsers in ${path.relative(root, target)}`);
}

if (elsewhere === undefined) {
  removeSecondCopy();
  checkExports().catch((problem) => {
    console.error(problem);
    process.exitCode = 1;
  });
}
