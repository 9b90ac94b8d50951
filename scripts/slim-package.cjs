/**
 * The last step of `npm run build` reduces the download size. The dashboard's bundle, which the store's build bundles
 * again, is included once, as a minified ES module that Tailwind can read. Types are included for public entries and what
 * they need, and internal ones without their comments; a module's types are its name and links, because its service is
 * internal and stores run workflows.
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

async function slim() {
  await writeDashboard();
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
async function writeDashboard() {
  const folder = path.join(BUILT, "admin");
  const code = fs.readFileSync(path.join(folder, "index.mjs"), "utf8");
  const options = { loader: "js", minify: true, legalComments: "none", sourcemap: false };
  const short = await transformWithEsbuild(code, "index.mjs", options);
  fs.writeFileSync(path.join(folder, "index.js"), short.code);
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

/** The types of a module's entry, without those of its service, and of what it exports to other folders only `needed`. */
function moduleTypes(types, needed) {
  const [line, name] = SERVICE.exec(types) ?? [];
  if (line === undefined || !types.includes(`typeof ${name}`)) throw new Error("A module's types have another form.");
  return types
    .replace(line, "")
    .replaceAll(`typeof ${name}`, "any")
    .replace(NAMED, (_, keyword, names, from) => {
      if (!keyword.startsWith("export")) return "";
      const kept = namesIn(names).filter((each) => needed.has(each));
      return kept.length > 0 ? `${keyword} { ${kept.join(", ")} } from "${from}";\n` : "";
    });
}

const NAMED = /^((?:import|export)(?: type)?) \{([^}]*)\} from "(\.[^"]*)";\n/gm;
const namesIn = (list) => list.split(",").flatMap((each) => each.trim() || []);

/** Removes type files that no public import reaches. */
function dropUnreached() {
  const all = fs
    .readdirSync(BUILT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => path.join(BUILT, name));
  const text = new Map(all.map((file) => [file, fs.readFileSync(file, "utf8")]));
  const { reached, needed } = reachedTypes(text);
  const unreached = all.filter((file) => !reached.has(file));
  for (const file of unreached) fs.rmSync(file);
  for (const file of reached) {
    const name = path.relative(BUILT, file).replaceAll(path.sep, "/");
    const types = MODULE.test(file) ? moduleTypes(text.get(file), needed) : text.get(file);
    fs.writeFileSync(file, DOCUMENTED.test(name) ? types : withoutComments(name, types));
  }
  return { kept: reached.size, dropped: unreached.length };
}

/** The files that public entries reach, and the names that they import from modules. */
function reachedTypes(text) {
  const entries = [...text.keys()].filter((file) => ENTRY.test(path.relative(BUILT, file).replaceAll(path.sep, "/")));
  const needed = new Set();
  for (;;) {
    const before = needed.size;
    const reached = new Set();
    const left = [...entries];
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      const types = MODULE.test(file) ? moduleTypes(text.get(file), needed) : text.get(file);
      for (const [, , names, from] of types.matchAll(NAMED))
        if (MODULE.test(resolved(file, from, text) ?? "")) namesIn(names).forEach((name) => needed.add(name));
      for (const [, from] of types.matchAll(RELATIVE)) left.push(resolved(file, from, text) ?? file);
    }
    if (needed.size === before) return { reached, needed };
  }
}

function resolved(file, from, text) {
  const next = path.resolve(path.dirname(file), from);
  return [`${next}.d.ts`, path.join(next, "index.d.ts")].find((each) => text.has(each));
}

slim().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
