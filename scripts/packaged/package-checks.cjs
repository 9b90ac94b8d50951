/** Checks the installed package: files, size, working links, exports, and types with both module resolutions. */
const fs = require("node:fs");
const path = require("node:path");
const { deadLinksInPackage } = require("./page-links.cjs");

/** Download size limit. */
const MOST_BYTES = 1016 * 1024;

const ENTRIES = [
  "./package.json",
  "./sdk",
  "./sdk/languages",
  "./sdk/languages/*",
  "./react",
  "./react/styles.css",
  "./simulator",
  "./workflows",
  "./.medusa/server/src/modules/*",
  "./modules/*",
  "./providers/*",
  "./admin",
];

const MOST_FORBIDDEN =
  /(^|\/)(__tests__|integration-tests|fixtures|demo|bench|scripts|\.github|\.ci)\/|\.(spec|test)\.|(^|\/)seed[.-]|medusa-config/;

/** The tarball that a registry would serve. */
function checkSize(tarball) {
  const { size } = fs.statSync(tarball);
  if (size > MOST_BYTES)
    throw new Error(`The package has ${String(size)} bytes; at most ${String(MOST_BYTES)} are allowed.`);
  return size;
}

function checkFiles(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
  const strange = files.filter((file) => MOST_FORBIDDEN.test(file) && !file.startsWith("node_modules/"));
  if (strange.length > 0) throw new Error(`The tarball holds what no store needs: ${strange.slice(0, 5).join(", ")}`);
  checkPages(folder, files);
  const { exports } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const entries = Object.keys(exports);
  if (entries.join() !== ENTRIES.join()) throw new Error(`The exports are ${entries.join(", ")}`);
}

/** Relative links and anchors of the shipped pages lead to shipped files. */
function checkPages(folder, files) {
  const own = files.filter((file) => !file.startsWith("node_modules/"));
  for (const page of ["README.md", "CHANGELOG.md", "SECURITY.md", "docs/quick-start.md", "docs/recipes.md"]) {
    if (!own.includes(page)) throw new Error(`The package has no ${page}.`);
  }
  const dead = deadLinksInPackage(folder, own);
  if (dead.length > 0) throw new Error(`The pages of the package link to nothing:\n${dead.join("\n")}`);
}

/** A shop's use of the entries. */
const BROWSER = `import { createAcquiring } from "medusa-payment-acquiring/sdk";
import * as languages from "medusa-payment-acquiring/sdk/languages";
import { PaymentElement } from "medusa-payment-acquiring/react";
export const acquiring = createAcquiring({ backendUrl: "http://localhost:9000", publishableKey: "pk" });
export const used = [languages, PaymentElement, acquiring.listMethods];
`;
const SERVER = `import { startSimulator } from "medusa-payment-acquiring/simulator";
import * as workflows from "medusa-payment-acquiring/workflows";
export const used = [startSimulator, workflows];
// @ts-expect-error A type that is there refuses this.
export const wrong: number = startSimulator;
`;

const WAYS = {
  node16: { module: "Node16", moduleResolution: "Node16" },
  bundler: { module: "ESNext", moduleResolution: "Bundler" },
};

async function checkTypes(store) {
  for (const [way, options] of Object.entries(WAYS)) {
    const place = path.join(store.app, "types", way);
    fs.mkdirSync(place, { recursive: true });
    const compilerOptions = {
      ...options,
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      jsx: "react-jsx",
      types: ["node"],
    };
    fs.writeFileSync(path.join(place, "browser.mts"), BROWSER);
    fs.writeFileSync(path.join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["browser.mts"] }));
    await store.run(`The types of browsers (${way})`, [tsc(store), "-p", place]);
    // Medusa's own declarations do not compile by themselves.
    const server = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, include: ["server.ts"] };
    fs.writeFileSync(path.join(place, "server.ts"), SERVER);
    fs.writeFileSync(path.join(place, "tsconfig.server.json"), JSON.stringify(server));
    await store.run(`The types of servers (${way})`, [tsc(store), "-p", path.join(place, "tsconfig.server.json")]);
  }
  const bin = (file) => path.join(store.app, "node_modules", file);
  await store.run("publint", [bin("publint/src/cli.js"), store.packageFolder, "--strict"]);
  fs.copyFileSync(path.join(__dirname, "types-wrong.mjs"), path.join(store.app, "types-wrong.mjs"));
  await store.run("Are the types wrong", ["types-wrong.mjs", store.packageFolder]);
}

const tsc = ({ app }) => path.join(app, "node_modules/typescript/bin/tsc");

module.exports = { checkFiles, checkSize, checkTypes };
