/** A plain npm store: one folder with Medusa; the package is added by `npm install` to the running store. */
const fs = require("node:fs");
const path = require("node:path");
const { install } = require("./command.cjs");

const own = JSON.parse(fs.readFileSync(path.join(__dirname, "../../package.json"), "utf8"));
const version = (name) => own.devDependencies[name];
const pick = (names) => Object.fromEntries(names.map((name) => [name, version(name)]));

/** Dependencies of a new Medusa store, in the versions this package supports. */
function manifest() {
  return {
    name: "a-plain-store",
    version: "1.0.0",
    private: true,
    dependencies: pick([
      "@medusajs/admin-sdk",
      "@medusajs/cli",
      "@medusajs/dashboard",
      "@medusajs/framework",
      "@medusajs/icons",
      "@medusajs/medusa",
      "@medusajs/ui",
    ]),
    devDependencies: {
      ...pick(["@swc/core", "@types/node", "@types/react", "react", "react-dom", "ts-node", "typescript", "vite"]),
      "@arethetypeswrong/core": "0.18.2",
      publint: "0.3.18",
    },
    overrides: own.overrides,
  };
}

function npmStore(folder) {
  const app = path.join(folder, "store");
  const add = (...what) => install("npm", ["install", ...what, "--prefer-offline", "--no-audit", "--no-fund"], app);
  return {
    name: "npm store",
    app,
    packageFolder: path.join(app, "node_modules", own.name),
    /** A store without the package. */
    async create() {
      fs.mkdirSync(app, { recursive: true });
      fs.writeFileSync(path.join(app, "package.json"), JSON.stringify(manifest(), null, 2));
      await add();
    },
    add: (tarball) => add(tarball),
  };
}

module.exports = { npmStore, pick, own };
