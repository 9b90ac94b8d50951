/**
 * `npm run storefront-guide`: carries out docs/nextjs-storefront.md. Takes Medusa's starter at the guide's commit, adds
 * the packed package to both of its apps with the starter's own pnpm, configures the backend as in the README, applies
 * the guide's diff with the guide's own commands, builds both for production, and pays in Chromium with every method up
 * to the shop's confirmation page. Then it opens all our pages in that store's dashboard.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { parseArgs } = require("node:util");

const HELP = `npm run storefront-guide -- [options]
  --starter DIR       a clone of Medusa's starter, with or without a work tree; left out: fetched from GitHub
  --tarball FILE      this package, packed already
  --screenshots DIR   pictures of payment steps, confirmation pages and the dashboard, 1280 and 390 px wide
  --only TEXT         the journeys that have this in their name
  --keep              leaves the store's folder`;

const OPTIONS = {
  starter: { type: "string" },
  tarball: { type: "string" },
  screenshots: { type: "string" },
  only: { type: "string", default: "" },
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

const begun = Date.now();
const secondsSince = (time) => ((Date.now() - time) / 1000).toFixed(1);
const say = (text) => console.log(`${secondsSince(begun).padStart(6)} s  ${text}`);
const phases = [];
/** A signal came: the run is aborted. */
let isStopping = false;

/** Does `work` and records its duration. */
async function phase(name, work) {
  const since = Date.now();
  const result = await work();
  phases.push(`${secondsSince(since).padStart(7)} s  ${name}`);
  return result;
}

/** The running store: `{ shopUrl, backendUrl, gatewayUrl, admin, texts }`. */
async function openStore({ folder, values, processes, stops }) {
  const { freePort } = require("./postgres.cjs");
  const { createBackend, setUpStore } = require("./storefront-guide/backend.cjs");
  const { createStorefront } = require("./storefront-guide/storefront.cjs");
  const { applyGuide } = require("./storefront-guide/guide.cjs");
  const { run } = require("./storefront-guide/commands.cjs");
  const { prepareWorkspace } = require("./storefront-guide/workspace.cjs");

  const { starter: repository, tarball } = values;
  const workspace = await phase("the starter with the package in both apps", () =>
    prepareWorkspace({ folder, repository, tarball, say }),
  );
  const shopUrl = `http://localhost:${await freePort()}`;
  const backend = await createBackend({ workspace, shopUrl, processes, stops });
  const storefront = createStorefront({ workspace, shopUrl, processes });
  const { backendUrl } = backend;
  const edits = await applyGuide(workspace.folder, run);
  say(`The guide's edits are applied to ${edits} files.`);

  const buildShop = async () => {
    await phase("database, migration and the starter's seed", async () => {
      await backend.openDatabaseAndGateway();
      await backend.migrate();
    });
    const early = await backend.startWithoutDashboard();
    storefront.configure({ backendUrl, publishableKey: await setUpStore(backend) });
    await phase("the storefront's build", storefront.build);
    await early.stop();
  };
  say("Building the backend with its dashboard, and the storefront …");
  await Promise.all([phase("the backend's build", backend.build), buildShop()]);
  say("Starting both …");
  await phase("both started", async () => {
    await backend.start();
    await storefront.start();
  });
  const sdk = path.join(workspace.storefront, "node_modules/medusa-payment-acquiring/.medusa/browser/sdk/index.mjs");
  const { english: texts } = await import(pathToFileURL(sdk).href);
  return { ...backend, shopUrl, texts };
}

/** Runs journeys one after another and counts. */
async function runAll(journeys, context, counts) {
  for (const { name, run } of journeys) {
    const since = Date.now();
    try {
      const result = await run(context);
      counts.passed += 1;
      say(`ok      ${name} (${secondsSince(since)} s)${result?.note ? `: ${result.note}` : ""}`);
    } catch (error) {
      counts.failed += 1;
      say(`FAILED  ${name}\n${String(error.stack ?? error).slice(0, 1500)}`);
    }
  }
}

async function runJourneys(store, { screenshots, only }) {
  const { closePages, openBrowser } = require("./chromium.cjs");
  const { newestOrder } = require("./storefront-guide/backend.cjs");
  const { JOURNEYS } = require("./storefront-guide/journeys.cjs");
  const { logIn, openEveryAdminPage, openOrder } = require("./storefront-guide/dashboard.cjs");
  const counts = { passed: 0, failed: 0 };
  const browser = await openBrowser();
  const named = ({ name }) => name.includes(only);
  try {
    const context = { ...store, browser, screenshots };
    // Two customers at a time: one waits for a page while the other's is rendered.
    const lanes = [0, 1].map((lane) => JOURNEYS.filter(named).filter((_journey, index) => index % 2 === lane));
    await phase("the shop's journeys", () => Promise.all(lanes.map((lane) => runAll(lane, context, counts))));
    await phase("the dashboard", async () => {
      let page;
      const enter = async () => void (page = await logIn(browser, store));
      await runAll([{ name: "dashboard: an admin logs in", run: enter }], context, counts);
      if (!page) return;
      const place = { page, backendUrl: store.backendUrl, screenshots, orderId: await newestOrder(store) };
      await runAll([...openEveryAdminPage(place), openOrder(place)].filter(named), context, counts);
    });
    await closePages(browser);
  } finally {
    await browser.close();
  }
  return counts;
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return void console.log(HELP);
  const { createProcesses } = require("./processes.cjs");
  const { run, stopCommands } = require("./storefront-guide/commands.cjs");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-storefront-guide-"));
  fs.chmodSync(folder, 0o755);
  const processes = createProcesses(folder);
  const stops = [];
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      await stopCommands();
      await processes.stopAll();
      for (const end of stops.splice(0).reverse()) await end();
    })());
  // A hundred thousand small files: `rm` is much faster than Node.
  const remove = () =>
    values.keep ? say(`The store is in ${folder}.`) : run("Removing the store", "rm", ["-rf", folder]);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      if (isStopping) return;
      say("Stopping …");
      // Later failures are caused by the stop.
      isStopping = true;
      void stop()
        .then(remove)
        .finally(() => process.exit(128 + os.constants.signals[signal]));
    });
  try {
    const store = await openStore({ folder, values, processes, stops });
    const screenshots = values.screenshots && path.resolve(values.screenshots);
    const { passed, failed } = await runJourneys(store, { screenshots, only: values.only });
    if (isStopping) return;
    console.log(
      `\n${phases.join("\n")}\n${secondsSince(begun).padStart(7)} s  in all\n\n${passed} passed, ${failed} failed`,
    );
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await stop();
    if (!isStopping) await remove();
  }
}

main().catch((error) => {
  if (isStopping) return;
  console.error(error instanceof Error ? error.message : error);
  if (error.cause) console.error(String(error.cause.stderr ?? error.cause.message ?? error.cause));
  process.exitCode = 1;
});
