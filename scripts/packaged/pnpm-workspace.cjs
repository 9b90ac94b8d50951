/**
 * A pnpm workspace laid out like Medusa's starter: `apps/backend` with React 18 and `apps/storefront` with Next.js and
 * React 19, both with the package. pnpm keeps one copy of a package per set of peers, which reveals undeclared peers.
 */
const fs = require("node:fs");
const path = require("node:path");
const { install } = require("./command.cjs");
const { own, pick } = require("./npm-store.cjs");

/** The starter's own package manager. */
const PNPM = "pnpm@10.11.1";
const NEXT = "15.5.29";
const REACT = "19.0.5";

const WORKSPACE = `packages:
  - "apps/**"
  - "!apps/backend/.medusa/**"
`;

const root = () => ({
  name: "a-workspace",
  private: true,
  packageManager: PNPM,
  pnpm: { overrides: { ...own.overrides, "@types/react": REACT, "@types/react-dom": REACT } },
});

const backend = (versions) => ({
  name: "@dtc/backend",
  version: "0.0.1",
  private: true,
  dependencies: {
    ...pick(
      [
        "@medusajs/admin-sdk",
        "@medusajs/cli",
        "@medusajs/dashboard",
        "@medusajs/framework",
        "@medusajs/medusa",
        "@medusajs/ui",
        "@tanstack/react-query",
        "react-i18next",
        "react-router-dom",
      ],
      versions,
    ),
    // Also listed by Medusa's starter: pnpm gives the dashboard only listed packages.
    "@medusajs/admin-shared": versions["@medusajs/medusa"],
    "@medusajs/caching": versions["@medusajs/medusa"],
    "@medusajs/draft-order": versions["@medusajs/medusa"],
  },
  devDependencies: pick(
    [
      "@swc/core",
      "@types/node",
      "@types/react",
      "@types/react-dom",
      "react",
      "react-dom",
      "ts-node",
      "typescript",
      "vite",
    ],
    versions,
  ),
});

const storefront = (versions) => ({
  name: "@dtc/storefront",
  version: "0.0.1",
  private: true,
  dependencies: { next: NEXT, react: REACT, "react-dom": REACT },
  devDependencies: {
    ...pick(["@types/node", "typescript"], versions),
    "@types/react": REACT,
    "@types/react-dom": REACT,
  },
});

function pnpmWorkspace(folder, versions = own.devDependencies) {
  const top = path.join(folder, "workspace");
  const app = path.join(top, "apps/backend");
  const pnpm = (...args) => install("npx", ["--yes", PNPM, ...args], top);
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
    fs.writeFileSync(path.join(top, file), text);
  };
  return {
    name: "pnpm workspace",
    app,
    storefront: path.join(top, "apps/storefront"),
    packageFolder: path.join(app, "node_modules", own.name),
    async create() {
      write("package.json", JSON.stringify(root(), null, 2));
      write("pnpm-workspace.yaml", WORKSPACE);
      write(".npmrc", "auto-install-peers=true\n");
      write("apps/backend/package.json", JSON.stringify(backend(versions), null, 2));
      write("apps/storefront/package.json", JSON.stringify(storefront(versions), null, 2));
      await pnpm("install", "--prefer-offline");
    },
    /** One app after the other, as documented: the last one decides which copy pnpm links for all. */
    async add(tarball) {
      await pnpm("add", "--filter", "@dtc/backend", tarball);
      await pnpm("add", "--filter", "@dtc/storefront", tarball);
    },
  };
}

module.exports = { pnpmWorkspace };
