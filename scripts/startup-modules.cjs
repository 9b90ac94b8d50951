/**
 * `npm run startup`: what the built package adds to a store's start, counted instead of timed: its own files, and files of
 * other packages that Medusa does not load itself. Loads every file that Medusa loads at startup, in a process of its own,
 * without a database. Fails unless the numbers are those of `bench/startup-budget.json`.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");

const root = path.join(__dirname, "..");
const BUILT = path.join(root, ".medusa/server/src");
const BUDGET = path.join(root, "bench/startup-budget.json");
const COUNT = "--count";

/** What every store has loaded by then, also for its own orders, products and customers. */
const OF_MEDUSA = [
  "@medusajs/medusa/loaders/index",
  "@medusajs/core-flows",
  "@medusajs/medusa/order",
  "@medusajs/medusa/product",
  "@medusajs/medusa/customer",
  "@medusajs/medusa/payment",
];
/** What Medusa's loaders read. */
const AT_STARTUP = [
  /^modules\/[^/]+\/(?:index|models\/.+)\.js$/,
  /^providers\/[^/]+\/index\.js$/,
  /^(?:links|policies|workflows|subscribers|jobs)\/[^/]+\.js$/,
  /^api\/middlewares\.js$/,
  /^api\/.*\/route\.js$/,
];

/** In this process, which must not have loaded anything else. */
function count() {
  const load = createRequire(path.join(BUILT, "index.js"));
  for (const name of OF_MEDUSA) load(name);
  const before = new Set(Object.keys(require.cache));
  const files = fs
    .readdirSync(BUILT, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll(path.sep, "/"));
  for (const name of files.sort()) if (AT_STARTUP.some((each) => each.test(name))) load(`./${name}`);
  const added = Object.keys(require.cache).filter((file) => !before.has(file));
  const own = added.filter((file) => file.startsWith(BUILT + path.sep));
  return { ownFiles: own.length, otherFiles: added.filter((file) => !own.includes(file)) };
}

/** Throws with what differs. */
function checkStartupModules() {
  const text = execFileSync(process.execPath, [path.join(root, "scripts/startup-modules.cjs"), COUNT], {
    cwd: root,
    encoding: "utf8",
  });
  const { ownFiles, otherFiles } = JSON.parse(text.trim().split("\n").at(-1));
  const budget = JSON.parse(fs.readFileSync(BUDGET, "utf8"));
  if (ownFiles !== budget.ownFiles || otherFiles.length !== budget.otherFiles) {
    const others = otherFiles.map((file) => path.relative(root, file)).join("\n");
    throw new Error(
      `At startup a store loads ${ownFiles} files of the package and ${otherFiles.length} of other packages, instead of ` +
        `${budget.ownFiles} and ${budget.otherFiles} (${path.relative(root, BUDGET)}).\n${others}`,
    );
  }
  return budget;
}

module.exports = { checkStartupModules };

if (require.main === module) {
  if (process.argv.includes(COUNT)) console.log(JSON.stringify(count()));
  else {
    const { ownFiles, otherFiles } = checkStartupModules();
    console.log(`A starting store loads ${ownFiles} files of the package, and ${otherFiles} of other packages.`);
  }
}
