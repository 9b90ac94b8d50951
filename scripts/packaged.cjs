/**
 * `npm run packaged`: the package as a store owner gets it. Packs it and installs the tarball into two new stores
 * outside of this repository: a plain npm store, and a pnpm workspace laid out like Medusa's starter, whose storefront
 * depends on the package too. Each is configured as in the README, migrated, built and started; pays, captures,
 * refunds; and shows every page of the dashboard, with and without data.
 *
 *   --keep keep the folder, with the screenshots of every page
 *   --tarball FILE pack nothing
 *   --only npm|pnpm one store
 *   --pictures DIR write the screenshots there
 *   --update-screenshots rewrite the pages' copies in integration-tests/screenshots
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { checkEmptyPages, checkFilledPages } = require("./packaged/admin-pages.cjs");
const { captureAndRefund, enableAndBuy } = require("./packaged/buying.cjs");
const { endPlan, makeExampleData } = require("./packaged/example-data.cjs");
const { npmStore } = require("./packaged/npm-store.cjs");
const { checkDeclaredImports } = require("./packaged/declared-imports.cjs");
const { checkFiles, checkSize, checkTypes } = require("./packaged/package-checks.cjs");
const { pnpmWorkspace } = require("./packaged/pnpm-workspace.cjs");
const { runRecipes } = require("./packaged/recipes.cjs");
const { compareStores, compareWithKept, updateKept } = require("./packaged/screenshots.cjs");
const { createStore } = require("./packaged/store.cjs");
const { checkWrongConfigurations } = require("./packaged/wrong-configurations.cjs");
const { payInStorefront, startStorefront } = require("./packaged/storefront.cjs");
const { startPostgres } = require("./postgres.cjs");
const { checkStartupModules } = require("./startup-modules.cjs");

const root = path.join(__dirname, "..");
/** Owners decide within ten minutes, so installation may take half of that. */
const MOST_SECONDS = 300;
const OPTIONS = {
  keep: { type: "boolean", default: false },
  tarball: { type: "string" },
  only: { type: "string" },
  pictures: { type: "string" },
  "update-screenshots": { type: "boolean", default: false },
};
const LAYOUTS = { npm: npmStore, pnpm: pnpmWorkspace };

function pack(folder) {
  const npm = (args) =>
    execFileSync("npm", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  npm(["run", "build"]);
  checkStartupModules();
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder]));
  return path.join(folder, filename);
}

/** All checks of one store. */
async function tryStore({ store, storefront, tarball, pictures, say }) {
  await store.create();
  say("a store without the package");
  const begun = Date.now();
  await store.addPlugin(tarball);
  const added = Date.now();
  // Option errors do not depend on how the package was installed.
  if (!storefront) await checkWrongConfigurations(store, say);
  const checking = Date.now() - added;
  await store.start();
  say("ok  installed, configured, migrated, built and started");
  const ready = Date.now();
  say(`ok  ${await checkEmptyPages(store, pictures)} views of pages without data`);
  const looking = Date.now() - ready;
  let orderId = await enableAndBuy(store, "main");
  const seconds = Math.round((Date.now() - begun - checking - looking) / 1000);
  say(`ok  from a store without the package to a paid order with it: ${seconds} s`);
  if (seconds > MOST_SECONDS) throw new Error(`It takes more than ${MOST_SECONDS} s.`);
  await store.askDoctor();
  say("ok  the doctor finds nothing that failed");
  const first = orderId;
  for (const account of ["main", "second"]) {
    if (account !== "main") orderId = await enableAndBuy(store, account);
    await captureAndRefund(store, account, orderId);
    say(`ok  captured and refunded with the account ${account}`);
  }
  const ids = await makeExampleData(store, first);
  await store.computeOverview();
  say(`ok  ${await checkFilledPages(store, ids, pictures)} views of pages and widgets with data`);
  // The documentation's recipes run in the plain store, the storefront in the workspace.
  if (!storefront) {
    await endPlan(store, ids);
    await runRecipes(store, say);
  } else {
    await startStorefront(store, storefront);
    say(`ok  ${await payInStorefront(store, path.join(pictures, "../storefront"))} journeys in the storefront`);
  }
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const chosen = values.only ? [values.only] : Object.keys(LAYOUTS);
  if (chosen.some((name) => !(name in LAYOUTS))) throw new Error("--only takes npm or pnpm.");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-packaged-"));
  // Postgres does not run as root.
  fs.chmodSync(folder, 0o755);
  const pictures = values.pictures ? path.resolve(values.pictures) : path.join(folder, "screenshots");
  const begun = Date.now();
  const say = (text) => console.log(`${String(Math.round((Date.now() - begun) / 1000)).padStart(4)} s  ${text}`);
  const stores = [];
  let postgres;
  try {
    say("Packing …");
    const tarball = values.tarball ? path.resolve(values.tarball) : pack(folder);
    say(`ok  ${Math.round(checkSize(tarball) / 1000)} kB to download`);
    postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durable: false });
    const layouts = chosen.map((name) => LAYOUTS[name](folder));
    stores.push(
      ...layouts.map((layout, index) => createStore({ layout, postgres, database: `store_${chosen[index]}` })),
    );
    await Promise.all(
      stores.map((store, index) =>
        tryStore({
          store,
          storefront: layouts[index].storefront,
          tarball,
          pictures: path.join(pictures, store.name.replaceAll(" ", "-")),
          say: (text) => say(`${store.name}: ${text}`),
        }),
      ),
    );
    compareAll(stores, pictures, values["update-screenshots"], say);
    const [plain] = stores.filter(({ name }) => name === "npm store");
    if (plain) {
      checkFiles(plain.packageFolder);
      checkDeclaredImports(plain.packageFolder);
      await checkTypes(plain);
      say("ok  files, the links of the pages, declared imports, exports and types");
    }
  } finally {
    for (const store of stores) await store.stop();
    await postgres?.stop();
    if (values.keep) say(`The stores are in ${folder}.`);
    else fs.rmSync(folder, { recursive: true, force: true });
  }
}

function compareAll(stores, pictures, isUpdate, say) {
  const [first, second] = stores.map(({ name }) => path.join(pictures, name.replaceAll(" ", "-")));
  if (second) say(`ok  ${compareStores(first, second)} screenshots are alike in both stores`);
  if (isUpdate) updateKept(first);
  say(`ok  ${compareWithKept(first)} screenshots are like their copies in the repository`);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
