/**
 * The fourth step of `npm run build` reduces the download size. The dashboard's bundle, which the store's build bundles
 * again, is included once, as a minified ES module that Tailwind can read. Types are included for public entries and what
 * they need, and internal ones without their comments; a module's types are its name and links, because its service is
 * internal and stores run workflows.
 */
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { transformWithEsbuild } = require("vite");
const { shakeTypes } = require("./shake-types.cjs");
const { withShortTexts } = require("./dashboard-texts.cjs");

const BUILT = path.join(__dirname, "../.medusa/server/src");
/** Exports of package.json in the server's folder. */
const ENTRY = /^(?:(?:modules|providers)\/[^/]+|workflows|simulator)\/index\.d\.ts$/;
/** Types whose comments are documentation: what a store imports by name. */
const DOCUMENTED = /^(?:workflows|simulator)\//;

async function slim() {
  await writeDashboard();
  const { kept, dropped } = dropUnneeded();
  console.log(
    `Types: ${String(kept)} files that an entry of the package needs; ${String(dropped)} others are left out.`,
  );
}

/**
 * The dashboard's bundle: one minified ES module, named `index.js`. The name matters: Medusa's Tailwind looks for class
 * names in a plugin's `*.{js,ts,jsx,tsx}` files only, so with `index.mjs` every class that Medusa does not use itself
 * would be missing. A package.json beside it declares it an ES module.
 */
async function writeDashboard() {
  const folder = path.join(BUILT, "admin");
  const code = fs.readFileSync(path.join(folder, "index.mjs"), "utf8");
  const options = { loader: "js", minify: true, treeShaking: true, legalComments: "none", sourcemap: false };
  const short = await transformWithEsbuild(withShortTexts(code), "index.mjs", options);
  fs.writeFileSync(path.join(folder, "index.js"), short.code);
  fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  fs.rmSync(path.join(folder, "index.mjs"));
}

const MODULE = /[\\/]modules[\\/][^\\/]+[\\/]index\.d\.ts$/;
const SERVICE = /^import (\w+) from "\.\/service";\n/m;

/** The types of a module's entry without those of its service. */
function withoutService(types) {
  const [line, name] = SERVICE.exec(types) ?? [];
  if (line === undefined || !types.includes(`typeof ${name}`)) throw new Error("A module's types have another form.");
  return types.replace(line, "").replaceAll(`typeof ${name}`, "any");
}

/** Other folders import from a module's entry; a store needs only what it declares itself. */
const isEntryStatement = (statement) =>
  !MODULE.test(statement.getSourceFile().fileName) ||
  !(ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && statement.moduleSpecifier));

const nameOf = (file) => path.relative(BUILT, file).replaceAll(path.sep, "/");

/** Leaves out the types that no public entry needs. */
function dropUnneeded() {
  const all = fs
    .readdirSync(BUILT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => path.join(BUILT, name));
  const read = (file) => fs.readFileSync(file, "utf8");
  const texts = new Map(all.map((file) => [file, MODULE.test(file) ? withoutService(read(file)) : read(file)]));
  const entries = all.filter((file) => ENTRY.test(nameOf(file)));
  const kept = shakeTypes({ texts, entries, isEntryStatement, isDocumented: (file) => DOCUMENTED.test(nameOf(file)) });
  for (const file of all) fs.rmSync(file);
  for (const [file, types] of kept) fs.writeFileSync(file, types);
  return { kept: kept.size, dropped: all.length - kept.size };
}

slim().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
