/**
 * The third step of `npm run build`: the server's code in a few files. Medusa's build writes one file per source file, and
 * finding and reading seven hundred files takes a starting store longer than running them. Files that Medusa looks for by
 * path (`ENTRIES`) stay where it expects them. All other code is in `chunks/`, each source file in one of them, so that
 * its state and its classes exist once. Functions and classes keep their names, and each statement of a file its own line;
 * names of other variables are shortened. Source maps, for `node --enable-source-maps`, stay in the repository. Types stay those of Medusa's build.
 */
const fs = require("node:fs");
const path = require("node:path");
const { decode, encode } = require("@jridgewell/sourcemap-codec");
const ts = require("typescript");

const root = path.join(__dirname, "..");
const SOURCE = path.join(root, "src");
const BUILT = path.join(root, ".medusa/server/src");
const CHUNKS = "chunks";

/** What Medusa, the command, or an export of package.json loads by its path. */
const ENTRIES = [
  /^api\/middlewares\.ts$/,
  /^api\/.*\/route\.ts$/,
  /^(?:jobs|links|policies|subscribers|workflows)\/[^/]+\.ts$/,
  /^(?:modules|providers)\/[^/]+\/index\.ts$/,
  /^modules\/[^/]+\/(?:migrations|models)\/[^/]+\.ts$/,
  /^simulator\/index\.ts$/,
  /^cli\/[^/]+\.ts$/,
];
/** Prefix of a route's small file, which loads the route's code with its first request. */
const ON_REQUEST = "\0on-request:";

const slashes = (name) => name.replaceAll(path.sep, "/");
const nameOf = (file) => slashes(path.relative(SOURCE, file));
const isIn = (folder) => (file) => nameOf(file).startsWith(`${folder}/`);

/** Names without `.ts`, in a fixed order: the same sources give the same files. */
function entries() {
  const files = fs.readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).map(slashes).sort();
  const wanted = files.filter((name) => !name.includes("__tests__") && ENTRIES.some((entry) => entry.test(name)));
  return wanted.map((name) => name.replace(/\.ts$/, ""));
}

async function bundle() {
  const { rolldown } = await import("rolldown");
  const input = new Map(
    entries().map((name) => [name, name.endsWith("/route") ? ON_REQUEST + name : path.join(SOURCE, `${name}.ts`)]),
  );
  const build = await rolldown({
    input: Object.fromEntries(input),
    platform: "node",
    tsconfig: path.join(root, "tsconfig.json"),
    external: (id) => !id.startsWith(".") && !id.startsWith(ON_REQUEST) && !path.isAbsolute(id),
    plugins: [sourceFolder(), routesOnRequest(), languagesOnce()],
    // No comment with each source file's name: the source maps have it.
    experimental: { attachDebugInfo: "none" },
  });
  const { output } = await build.generate({
    dir: BUILT,
    format: "cjs",
    exports: "named",
    esModule: true,
    strict: true,
    keepNames: true,
    comments: false,
    minify: { compress: false, mangle: { toplevel: true, keepNames: true }, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
    sanitizeFileName: false,
    entryFileNames: "[name].js",
    chunkFileNames: `${CHUNKS}/[name].js`,
    codeSplitting: { groups: chunks(new Set(input.values())) },
  });
  await build.close();
  refuseCopies(output);
  removeCompiled();
  await write(output);
}

/** `server` is what a starting store needs; `storefront` and `dashboard` are what only requests need. */
function chunks(entryFiles) {
  const inChunk = (name) => (id, context) => {
    const isOnlyAnEntry = entryFiles.has(id) && context.getModuleInfo(id).importers.length === 0;
    return isOnlyAnEntry ? null : name;
  };
  const isCommand = isIn("cli");
  return [
    { name: "simulator", priority: 4, test: isIn("simulator") },
    {
      debugName: "server",
      name: inChunk("server"),
      priority: 3,
      tags: ["$initial"],
      test: (id) => !isCommand(id),
    },
    { name: "cli", priority: 2, test: isCommand },
    {
      debugName: "storefront",
      name: inChunk("storefront"),
      priority: 1,
      test: (id) => isIn("api/store")(id) || isIn("api/acquiring")(id),
    },
    { debugName: "dashboard", name: inChunk("dashboard"), priority: 0 },
  ];
}

/** `__dirname` stays the source file's folder: some code finds the migrations or package.json from there. */
function sourceFolder() {
  return {
    name: "source-folder",
    transform(code, id) {
      if (!code.includes("__dirname")) return null;
      const fromChunks = slashes(path.relative(path.join(SOURCE, CHUNKS), path.dirname(id)));
      const folder = `require("node:path").join(__dirname, "${fromChunks}")`;
      return { code: code.replaceAll("__dirname", folder), map: null };
    },
  };
}

/** From `chunks/`. Node loads ES modules with `require`. */
const LANGUAGES = "../../../browser/sdk/languages/index.mjs";

/** The customers' texts are in the package already, for storefronts: the server's pages read them from there. */
function languagesOnce() {
  return {
    name: "languages-once",
    resolveId: (id) => (id.endsWith("/sdk/languages") ? { id: LANGUAGES, external: true } : null),
  };
}

/** Medusa reads every route's file at startup. It needs the names of its methods, and whether it is disabled. */
function routesOnRequest() {
  const isOurs = (id) => id.startsWith(ON_REQUEST);
  const own = (id) => id.slice(ON_REQUEST.length);
  return {
    name: "routes-on-request",
    resolveId(id, importer) {
      if (isOurs(id)) return { id, moduleSideEffects: true };
      if (importer === undefined || !isOurs(importer) || !id.startsWith(".")) return null;
      return `${path.resolve(SOURCE, path.dirname(own(importer)), id)}.ts`;
    },
    load: (id) => (isOurs(id) ? { code: routeFile(own(id)), moduleType: "js" } : null),
  };
}

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]);

function routeFile(name) {
  const file = path.join(SOURCE, `${name}.ts`);
  const { statements } = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, true);
  const exported = statements.flatMap(exportedNames);
  const others = exported.filter((each) => !METHODS.has(each));
  if (exported.length === 0 || others.length > 0)
    throw new Error(`${name}.ts exports ${others.join(", ") || "nothing"}.`);
  const kept = statements.filter((each) => each.getText().startsWith("defineFileConfig("));
  const text = kept.map((each) => each.getText()).join("\n");
  const imports = statements.filter((each) => importedNames(each).some((imported) => text.includes(imported)));
  return [
    ...imports.map((each) => each.getText()),
    text,
    ...exported.map(
      (method) => `export const ${method} = async (...request) => (await import("./route")).${method}(...request);`,
    ),
  ].join("\n");
}

const isExported = ({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

function exportedNames(statement) {
  if (!isExported(statement)) return [];
  if (!ts.isVariableStatement(statement)) return [statement.name.text];
  return statement.declarationList.declarations.map(({ name }) => name.text);
}

const importedNames = (statement) =>
  ts.isImportDeclaration(statement)
    ? (statement.importClause?.namedBindings?.elements ?? []).map(({ name }) => name.text)
    : [];

/** A second copy of a file would have a state and classes of its own. */
function refuseCopies(output) {
  const files = output.flatMap(({ modules = {} }) => Object.keys(modules));
  const twice = files.filter((file, index) => files.indexOf(file) !== index);
  if (twice.length > 0) throw new Error(`More than one file contains ${twice.join(", ")}.`);
}

/** What Medusa's build compiled, except types and the dashboard. */
function removeCompiled() {
  const compiled = fs
    .readdirSync(BUILT, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:js|json|map)$/.test(name) && !name.startsWith(`admin${path.sep}`));
  for (const name of compiled) fs.rmSync(path.join(BUILT, name));
}

async function write(output) {
  const { parseSync } = await import("rolldown/utils");
  const scripts = output.filter(({ type }) => type === "chunk");
  for (const { fileName, code, map } of scripts) {
    const file = path.join(BUILT, fileName);
    const starts = lineStarts(code, parseSync(fileName, code).program.body);
    const lines = starts.map((start, index) => code.slice(start, starts[index + 1]).replace(/\n$/, ""));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${lines.join("\n")}\n`);
    if (map && fileName.startsWith(`${CHUNKS}/`)) fs.writeFileSync(`${file}.map`, mapOfLines(code, map, starts));
  }
  const size = scripts.reduce((sum, { code }) => sum + code.length, 0);
  console.log(`${scripts.length} files for the server, ${Math.round(size / 1_000)} kB.`);
}

/** A statement of the file begins a line: the line in a stack trace then says which function it was. */
function lineStarts(code, statements) {
  const starts = [0, ...statements.map(({ start }) => start), ...newLines(code)];
  return [...new Set(starts)].sort((a, b) => a - b);
}

const newLines = (code) => [...code.matchAll(/\n(?!$)/g)].map(({ index }) => index + 1);

/** The map of `code` with lines that begin at `starts`. */
function mapOfLines(code, map, starts) {
  const before = [0, ...newLines(code)];
  const lines = starts.map(() => []);
  let line = 0;
  decode(map.mappings).forEach((segments, index) => {
    for (const [column, ...source] of segments) {
      const position = before[index] + column;
      while (position >= starts[line + 1]) line += 1;
      lines[line].push([position - starts[line], ...source]);
    }
  });
  return JSON.stringify({ ...map, mappings: encode(lines) });
}

bundle().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
