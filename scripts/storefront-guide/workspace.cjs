/**
 * The starter as a workspace with this package in both apps, as its owner would do it: Medusa updated to the version
 * this package needs, then `pnpm add` in the backend and in the storefront.
 */
const fs = require("node:fs");
const path = require("node:path");
const { npm, npxCommand, run } = require("./commands.cjs");
const { configuration } = require("./configuration.cjs");
const { commandsWith } = require("./guide.cjs");
const { unpackStarter } = require("./starter.cjs");

const root = path.join(__dirname, "../..");
const own = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));

/** Besides `@medusajs/*`: what this Medusa's dashboard is built with and must not exist in another version. */
const ALONG = ["vite", "react-router-dom"];

const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** Builds and packs this repository; returns the tarball. */
async function packPackage(folder) {
  await npm("The build of the package", ["run", "build"], { cwd: root });
  const printed = await npm("npm pack", ["pack", "--json", "--pack-destination", folder], { cwd: root });
  const [{ filename }] = JSON.parse(printed.slice(printed.search(/^\[/m)));
  return path.join(folder, filename);
}

/** The backend's Medusa packages in the versions of this repository; and the package, if the tarball exists. */
function bringUpToDate(backend, tarball) {
  const file = path.join(backend, "package.json");
  const manifest = readJson(file);
  const medusa = own.devDependencies["@medusajs/medusa"];
  for (const group of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(group)) {
      if (name.startsWith("@medusajs/")) group[name] = own.devDependencies[name] ?? medusa;
      else if (ALONG.includes(name)) group[name] = own.devDependencies[name];
    }
  }
  if (tarball) manifest.dependencies[own.name] = `file:${tarball}`;
  fs.writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** A folder with the starter's own pnpm under its usual name, for commands that are run as printed. */
function makeBin(folder, manager) {
  fs.mkdirSync(folder);
  const line = ["exec", ...npxCommand(), "--yes", manager].map((word) => (word === "exec" ? word : `'${word}'`));
  fs.writeFileSync(path.join(folder, "pnpm"), `#!/bin/sh\n${line.join(" ")} "$@"\n`, { mode: 0o755 });
  return folder;
}

/**
 * Prepares the workspace in `folder`; returns `{ folder, backend, storefront, tarball, commit }`. `repository`: a clone
 * of the starter; `tarball`: the packed package, if it exists. Packing and the first install run concurrently. The
 * package is added in each app's folder, as documented: pnpm then links what the last app needs for packages that
 * declare too little, which one command for the whole workspace would hide.
 */
async function prepareWorkspace({ folder, repository, tarball, say }) {
  const workspace = path.join(folder, "workspace");
  const commit = unpackStarter(workspace, repository);
  const backend = path.join(workspace, "apps/backend");
  const storefront = path.join(workspace, "apps/storefront");
  const manager = readJson(path.join(workspace, "package.json")).packageManager;
  const env = { PATH: `${makeBin(path.join(folder, "bin"), manager)}${path.delimiter}${process.env.PATH}` };
  const shell = (name, commands) => run(name, "sh", ["-e", "-c", commands], { cwd: workspace, env });
  const packed = tarball && path.resolve(tarball);
  if (packed && !fs.existsSync(packed)) throw new Error(`There is no tarball ${packed}.`);
  bringUpToDate(backend, packed);
  say(`Installing the starter with ${manager}${packed ? "" : ", and packing this package"} …`);
  const [file] = await Promise.all([
    packed ?? packPackage(folder),
    shell("The install of the starter", "pnpm install --no-frozen-lockfile --prefer-offline"),
  ]);
  const add = (commands) => commands.replace(`pnpm add ${own.name}`, () => `pnpm add --prefer-offline '${file}'`);
  if (!packed) {
    say("Adding the package to the backend …");
    await shell("The backend's install", add(`cd apps/backend\npnpm add ${own.name}`));
  }
  say("Adding the package to the storefront …");
  await shell("The guide's install", add(commandsWith(`pnpm add ${own.name}`)));
  fs.writeFileSync(path.join(backend, "medusa-config.ts"), configuration());
  return { folder: workspace, backend, storefront, tarball: file, commit };
}

module.exports = { prepareWorkspace };
