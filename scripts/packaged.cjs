/**
 * `npm run packaged`: the package as a stranger gets it. Packs it, opens a new Medusa store in a folder of its own,
 * installs the tarball into it, configures that as the README says, migrates, builds and starts it, pays, captures and
 * refunds with two accounts, and looks at the order in the dashboard. Says how long a stranger's path is. `--keep` leaves the folder; `--tarball FILE` packs nothing.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { createStranger } = require("./packaged/stranger.cjs");
const { checkFiles, checkTypes } = require("./packaged/package-checks.cjs");
const { captureAndRefund, enableAndBuy } = require("./packaged/buying.cjs");
const { seeWidget } = require("./packaged/widget.cjs");

const root = path.join(__dirname, "..");
/** An owner decides in ten minutes; the machine may have half of them. */
const MOST_SECONDS = 300;
const OPTIONS = { keep: { type: "boolean", default: false }, tarball: { type: "string" } };

function pack(folder) {
  const npm = (args) =>
    execFileSync("npm", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  npm(["run", "build"]);
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder]));
  return path.join(folder, filename);
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-packaged-"));
  const begun = Date.now();
  const say = (text) => console.log(`${String(Math.round((Date.now() - begun) / 1000)).padStart(4)} s  ${text}`);
  const stranger = createStranger(folder);
  try {
    say("Packing …");
    const tarball = values.tarball ? path.resolve(values.tarball) : pack(folder);
    say("Opening a new store without the plugin …");
    await stranger.openStore();
    say("Now as the README says …");
    const without = Date.now();
    await stranger.addPlugin(tarball);
    say("ok  installed, configured, migrated and built");
    await stranger.start();
    let orderId = await enableAndBuy(stranger, "main");
    const seconds = Math.round((Date.now() - without) / 1000);
    say(`ok  from a store without the plugin to a paid order with it: ${seconds} s`);
    if (seconds > MOST_SECONDS) throw new Error(`A stranger's path takes more than ${MOST_SECONDS} s.`);
    await stranger.askDoctor();
    say("ok  the doctor finds nothing that failed");
    for (const account of ["main", "second"]) {
      if (account !== "main") orderId = await enableAndBuy(stranger, account);
      await captureAndRefund(stranger, account, orderId);
      say(`ok  captured and refunded with the account ${account}`);
      await seeWidget(stranger, orderId);
      say("ok  the order page shows the payment");
    }
    checkFiles(stranger.packageFolder);
    await checkTypes(stranger);
    say("ok  files, exports and types");
  } finally {
    await stranger.stop();
    if (values.keep) say(`The store is in ${folder}.`);
    else fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
