/**
 * Whether package.json declares every package that the installed files import. Undeclared ones work by chance: npm
 * installs them beside us, pnpm may use a separate copy, or none. Two copies of a library with a React context (such as
 * `@tanstack/react-query`) break the dashboard.
 */
const fs = require("node:fs");
const { isBuiltin } = require("node:module");
const path = require("node:path");
const ts = require("typescript");

const CODE = /\.[cm]?js$/;
/** Used only inside this repository. */
const DEVELOPMENT = new Set(["ts-node"]);
/** `@scope/name/part` belongs to `@scope/name`, `name/part` to `name`. */
const packageOf = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

function undeclaredImports(folder) {
  const {
    name,
    dependencies = {},
    peerDependencies = {},
  } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const declared = new Set([name, ...DEVELOPMENT, ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  const found = new Map();
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (file.split(path.sep).includes("node_modules") || !CODE.test(file)) continue;
    const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(folder, file), "utf8"), true, true);
    for (const { fileName: specifier } of importedFiles) {
      const isPackage = /^[@\w]/.test(specifier) && !isBuiltin(specifier);
      if (isPackage && !declared.has(packageOf(specifier))) found.set(packageOf(specifier), file);
    }
  }
  return found;
}

function checkDeclaredImports(folder) {
  const found = [...undeclaredImports(folder)].map(([name, file]) => `${name} (${file})`);
  if (found.length > 0) throw new Error(`package.json does not declare what the package imports: ${found.join(", ")}`);
}

module.exports = { checkDeclaredImports };
