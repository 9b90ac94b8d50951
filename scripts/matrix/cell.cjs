/**
 * One cell: a store of one Medusa with the package, run by the Node that runs this file. Its options are one JSON
 * argument; it writes one line of JSON per step to the file `output`.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { Client } = require("pg");
const { medusaVersions } = require("../packaged/medusa-versions.cjs");
const { npmStore } = require("../packaged/npm-store.cjs");
const { pnpmWorkspace } = require("../packaged/pnpm-workspace.cjs");
const { createStore } = require("../packaged/store.cjs");
const { startPostgres } = require("../postgres.cjs");
const { STEPS } = require("./step-names.cjs");
const { RUN } = require("./steps.cjs");
const { removeLater, withCopy } = require("./store-copy.cjs");

const LAYOUTS = { npm: npmStore, pnpm: pnpmWorkspace };

/** Runs a step and reports it; false if it failed. */
async function step({ name, run }, cell, report) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  try {
    await run(cell);
    report({ step: name, outcome: "passed", seconds: seconds() });
    return true;
  } catch (error) {
    report({ step: name, outcome: "failed", seconds: seconds(), message: error.message });
    return false;
  }
}

async function runCell({ medusa, manager, postgresPackage, tarball, copy, keep }, report) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-matrix-"));
  // Postgres does not run as root.
  fs.chmodSync(folder, 0o755);
  let postgres, store, pg;
  try {
    postgres = await startPostgres({
      dataDir: path.join(folder, "postgres"),
      durable: false,
      ...(postgresPackage && { binaries: postgresPackage }),
    });
    const layout = withCopy(LAYOUTS[manager](folder, await medusaVersions(medusa)), folder, copy);
    store = createStore({ layout, postgres, database: "store" });
    const isMade = await step({ name: "store", run: () => store.create() }, {}, report);
    if (!isMade) return;
    pg = new Client({ connectionString: postgres.url("store") });
    await pg.connect();
    const cell = { store, tarball, pg };
    for (const name of Object.keys(STEPS)) if (!(await step({ name, run: RUN[name] }, cell, report))) return;
  } finally {
    await pg?.end();
    await store?.stop();
    await postgres?.stop();
    if (keep) console.error(`The store is in ${folder}.`);
    else removeLater(folder);
  }
}

const { output, ...options } = JSON.parse(process.argv[2]);
runCell(options, (line) => {
  fs.appendFileSync(output, `${JSON.stringify(line)}\n`);
  console.log(
    `${String(line.seconds).padStart(5)} s  ${line.outcome}  ${line.step}${line.message ? `: ${line.message}` : ""}`,
  );
}).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
