/**
 * `npm run demo`: the whole store on this machine. `npm run demo -- --check` pays,
 * captures, refunds and cancels by itself against fresh data and says what works.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const HELP = `npm run demo               start the demo store; Ctrl-C stops it
npm run demo -- --check    run every journey by itself against fresh data, then stop
npm run demo -- --reset    forget the demo's data first
npm run demo -- --keep     with --check: keep the fresh data and print where it is`;

const flags = new Set(process.argv.slice(2));
const unknown = [...flags].find((flag) => !["--check", "--reset", "--keep", "--help"].includes(flag));
if (flags.has("--help") || unknown) {
  console.log(unknown ? `There is no option ${unknown}.\n\n${HELP}` : HELP);
  process.exit(unknown ? 2 : 0);
}
if (process.versions.node.split(".").map(Number)[0] < 20) {
  console.error("Node 20.19 or newer is needed.");
  process.exit(1);
}

const { startStack } = require("./demo-stack.cjs");
const since = Date.now();
const say = (text) => console.log(`${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s  ${text}`);

if (flags.has("--check")) check();
else demo();

async function demo() {
  const folder = path.join(__dirname, "../.cache/demo");
  if (flags.has("--reset")) fs.rmSync(folder, { recursive: true, force: true });
  const stack = await startStack({ folder, ports: "usual", say }).catch(fail);
  const { testCards } = cardsOf();
  say("Ready.");
  console.log(`
  Shop        ${stack.shopUrl}
  Dashboard   ${stack.dashboardUrl}   ${stack.admin.email} / ${stack.admin.password}
  Gateway     ${stack.gatewayUrl}   what "really" happened to the money

  Test cards (any name, any future expiry, any security code of the right length)
${testCards.map(({ number, label }) => `    ${number.padEnd(18)} ${label}`).join("\n")}

  Ctrl-C stops everything.`);
  const end = async () => {
    console.log("\nStopping …");
    await stack.stop();
    process.exit(0);
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

async function check() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-demo-"));
  fs.chmodSync(folder, 0o755);
  let stack;
  const end = async () => {
    await stack?.stop();
    if (!flags.has("--keep")) fs.rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = async () => {
    await end();
    process.exit(130);
  };
  process.once("SIGINT", interrupted);
  process.once("SIGTERM", interrupted);
  try {
    stack = await startStack({ folder, ports: "free", say, durable: false });
    say(`Store ready; checking it at ${stack.shopUrl}.`);
    const { runJourneys } = require("./check/run.cjs");
    const { passed, failed } = await runJourneys(stack, say);
    await end();
    if (flags.has("--keep")) console.log(`Data kept in ${folder}`);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exit(failed === 0 && passed > 0 ? 0 : 1);
  } catch (error) {
    await end();
    await fail(error);
  }
}

/** The simulator's own list, from its sources. */
function cardsOf() {
  require("ts-node").register({ transpileOnly: true, swc: true, cwd: path.join(__dirname, "..") });
  return require("../src/simulator/scenarios.ts");
}

function fail(error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
