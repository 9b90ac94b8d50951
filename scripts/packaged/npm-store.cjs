/** A plain npm store: one folder with Medusa; the package is added by `npm install` to the running store. */
const fs = require("node:fs");
const path = require("node:path");
const { install } = require("./command.cjs");

const own = JSON.parse(fs.readFileSync(path.join(__dirname, "../../package.json"), "utf8"));
/** `versions`: of each package, such as `own.devDependencies` or those of another Medusa (`medusa-versions.cjs`). */
const pick = (names, versions) => Object.fromEntries(names.map((name) => [name, versions[name]]));

/** Dependencies of a new Medusa store. */
function manifest(versions) {
  return {
    name: "a-plain-store",
    version: "1.0.0",
    private: true,
    dependencies: pick(
      [
        "@medusajs/admin-sdk",
        "@medusajs/cli",
        "@medusajs/dashboard",
        "@medusajs/framework",
        "@medusajs/icons",
        "@medusajs/medusa",
        "@medusajs/ui",
      ],
      versions,
    ),
    devDependencies: {
      ...pick(
        ["@swc/core", "@types/node", "@types/react", "react", "react-dom", "ts-node", "typescript", "vite"],
        versions,
      ),
      "@arethetypeswrong/core": "0.18.2",
      publint: "0.3.18",
    },
    overrides: own.overrides,
  };
}

function npmStore(folder, versions = own.devDependencies) {
  const app = path.join(folder, "store");
  const add = (...what) => install("npm", ["install", ...what, "--prefer-offline", "--no-audit", "--no-fund"], app);
  return {
    name: "npm store",
    app,
    packageFolder: path.join(app, "node_modules", own.name),
    /** A store without the package. */
    async create() {
      fs.mkdirSync(app, { recursive: true });
      fs.writeFileSync(path.join(app, "package.json"), JSON.stringify(manifest(versions), null, 2));
      await add();
    },
    add: (tarball) => add(tarball),
  };
}

module.exports = { npmStore, pick, own };
