/**
 * The last step of `npm run build` reduces the download size. It removes source maps (half of it), and comments in the
 * server's code and internal types: those are for contributors, stores get the documentation. Each statement keeps its
 * own line for readable stack traces. The dashboard's bundle, which the store's build bundles again, is included once,
 * as a minified ES module that Tailwind can read. Types are included for public entries and what they need; a module's
 * types are its name and links, because its service is internal and stores run workflows.
 */
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { transformWithEsbuild } = require("vite");

const BUILT = path.join(__dirname, "../.medusa/server/src");
/** Exports of package.json in the server's folder. */
const ENTRY = /^(?:(?:modules|providers)\/[^/]+|workflows|simulator)\/index\.d\.ts$/;
/** `from "./x"`, `import("./x")`, `import "./x"`. */
const RELATIVE = /(?:from\s*|import\s*\(?\s*)["'](\.[^"']*)["']/g;
/** Types whose comments are documentation: what a store imports by name. */
const DOCUMENTED = /^(?:workflows|simulator)\//;
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:[^\n]*\s*$/;

async function slim() {
  const files = fs.readdirSync(BUILT, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  let before = 0;
  let after = 0;
  const write = (file, code, short) => {
    before += code.length;
    after += short.length;
    if (short !== code) fs.writeFileSync(file, short);
  };
  for (const name of files.filter((each) => !each.startsWith(`admin${path.sep}`))) {
    const file = path.join(BUILT, name);
    const code = fs.readFileSync(file, "utf8");
    write(file, code, withoutComments(name, code.replace(INLINE_MAP, "\n")));
  }
  await writeDashboard(write);
  const kilobytes = (count) => `${String(Math.round(count / 1_000))} kB`;
  console.log(`The server's files: ${kilobytes(before)} as built, ${kilobytes(after)} in the package.`);
  const { kept, dropped } = dropUnreached();
  console.log(
    `Types: ${String(kept)} files that an entry of the package reaches; ${String(dropped)} others are left out.`,
  );
}

/**
 * The dashboard's bundle: one minified ES module, named `index.js`. The name matters: Medusa's Tailwind looks for class
 * names in a plugin's `*.{js,ts,jsx,tsx}` files only, so with `index.mjs` every class that Medusa does not use itself
 * would be missing. A package.json beside it declares it an ES module.
 */
async function writeDashboard(write) {
  const folder = path.join(BUILT, "admin");
  const code = fs.readFileSync(path.join(folder, "index.mjs"), "utf8");
  const options = { loader: "js", minify: true, legalComments: "none", sourcemap: false };
  const short = await transformWithEsbuild(code, "index.mjs", options);
  write(path.join(folder, "index.js"), code, short.code);
  fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  fs.rmSync(path.join(folder, "index.mjs"));
}

/** The same code, printed by the compiler without its comments. */
function withoutComments(name, code) {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.ESNext, false);
  if (file.parseDiagnostics.length > 0) throw new Error(`${name} cannot be read.`);
  return ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed }).printFile(file);
}

const MODULE = /[\\/]modules[\\/][^\\/]+[\\/]index\.d\.ts$/;
const SERVICE = /^import (\w+) from "\.\/service";\n/m;

/** The types of a module's entry, without those of its service. */
function withoutService(file) {
  const types = fs.readFileSync(file, "utf8");
  const [line, name] = SERVICE.exec(types) ?? [];
  if (line === undefined || !types.includes(`typeof ${name}`))
    throw new Error(`${file} has another form than expected.`);
  return types.replace(line, "").replaceAll(`typeof ${name}`, "any");
}

/** Removes type files that no public import reaches. */
function dropUnreached() {
  const all = fs
    .readdirSync(BUILT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => path.join(BUILT, name));
  for (const file of all.filter((each) => MODULE.test(each))) fs.writeFileSync(file, withoutService(file));
  const reached = new Set();
  const left = all.filter((file) => ENTRY.test(path.relative(BUILT, file).replaceAll(path.sep, "/")));
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, name] of fs.readFileSync(file, "utf8").matchAll(RELATIVE)) {
      const next = path.resolve(path.dirname(file), name);
      left.push(...[`${next}.d.ts`, path.join(next, "index.d.ts")].filter((each) => fs.existsSync(each)));
    }
  }
  const unreached = all.filter((file) => !reached.has(file));
  for (const file of unreached) fs.rmSync(file);
  for (const file of reached) {
    const name = path.relative(BUILT, file).replaceAll(path.sep, "/");
    if (!DOCUMENTED.test(name)) fs.writeFileSync(file, withoutComments(name, fs.readFileSync(file, "utf8")));
  }
  return { kept: reached.size, dropped: unreached.length };
}

slim().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
