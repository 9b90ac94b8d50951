/**
 * `npm run demo`: the whole store on this machine. `npm run demo -- --check` pays, captures, refunds and cancels
 * automatically on fresh data and reports what works.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");

const HELP = `npm run demo                   start the demo store; Ctrl-C stops it
npm run demo -- --check        run every journey by itself against fresh data, then stop
npm run demo -- --cluster      two servers and two workers behind a balancer, with Redis; also with --check
npm run demo -- --port 8100    the shop on 8100, the dashboard on 8101, the gateway on 8102
npm run demo -- --reset        forget the demo's data first
npm run demo -- --keep         with --check: keep the fresh data and print where it is`;

const options = readOptions();
if (process.versions.node.split(".").map(Number)[0] < 20) {
  console.error("Node 20.19 or newer is needed.");
  process.exit(1);
}

const { createStack } = require("./demo-stack.cjs");
const since = Date.now();
const say = (text) => console.log(`${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s  ${text}`);

let isEnding = false;
if (options.check) void check();
else void demo();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        check: { type: "boolean" },
        cluster: { type: "boolean" },
        reset: { type: "boolean" },
        keep: { type: "boolean" },
        help: { type: "boolean" },
        port: { type: "string" },
      },
    });
    const port = values.port === undefined ? null : Number(values.port);
    if (port !== null && !(Number.isInteger(port) && port > 0 && port <= 65_533)) {
      throw new Error("--port takes a number from 1 to 65533.");
    }
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    return { ...values, ports: port === null ? null : [port, port + 1, port + 2] };
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}

async function demo() {
  const folder = path.join(__dirname, "../.cache/demo");
  if (options.reset) fs.rmSync(folder, { recursive: true, force: true });
  const stack = createStack({ folder, ports: options.ports ?? [8000, 9000, 9090], say, isCluster: options.cluster });
  onSignal(() => stack.stop());
  const { shopUrl, dashboardUrl, gatewayUrl, admin, approver, cluster } = await orEnd(stack, () => stack.start());
  const { testCards } = cardsOf();
  say("Ready.");
  console.log(`
  Shop        ${shopUrl}
  Dashboard   ${dashboardUrl}   ${admin.email} / ${admin.password}
              ${" ".repeat(dashboardUrl.length)}   ${approver.email} / ${approver.password}, who approves payouts
  Gateway     ${gatewayUrl}   what "really" happened to the money
${clusterLines(cluster)}
  Test cards (any name, any future expiry, any security code of the right length)
${testCards.map(({ number, label }) => `    ${number.padEnd(18)} ${label}`).join("\n")}

  Other payment methods depend on the country of the address: iDEAL (NL), eps (AT), Bancontact (BE), a voucher (PT).
  Saved cards: log in, tick "Save this card for next time" when you pay, and it is offered the next time.
  Subscriptions: log in and buy the piece of the month; the gateway's page renews it at once, and an order appears.
  Orders: some are there already, captured by the capture policy as they are shipped; one has a refund to make, one owes
  money, and two authorisations expire soon. Those of the last weeks are for the overview (Payments, Overview).
  Payouts: some are there already, one waits for an approval. Prepare one as the admin, log in as the approver in another
  browser and approve it; within a minute it is sent, and the gateway's page moves it on at once.

  Ctrl-C stops everything.`);
}

/** Process IDs, so that one process can be stopped while the others continue. */
function clusterLines(cluster) {
  if (!cluster) return "";
  const { balancerUrl, redisUrl, members } = cluster;
  return `
  Balancer    ${balancerUrl}   in front of the servers; it asks each for /acquiring/ready
${members.map(({ name, url, pid }) => `  ${name.padEnd(11)} ${url}   process ${pid}`).join("\n")}
  Redis       ${redisUrl}
`;
}

async function check() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-demo-"));
  fs.chmodSync(folder, 0o755);
  const stack = createStack({
    folder,
    ports: options.ports ?? "free",
    say,
    isThrowAway: !options.keep,
    isCluster: options.cluster,
  });
  const end = async () => {
    await stack.stop();
    if (!options.keep) fs.rmSync(folder, { recursive: true, force: true });
  };
  onSignal(end);
  const counts = { passed: 0, failed: 0 };
  // Whatever goes wrong outside a journey is a failure with a name, and what the journeys found is still reported.
  const counted = async (what, work) => {
    try {
      await work();
    } catch (error) {
      // Failures caused by the stop are ignored; the signal's handler ends the process.
      if (isEnding) return new Promise(() => undefined);
      counts.failed += 1;
      say(`FAILED  ${what}\n${String(error.stack ?? error).slice(0, 4000)}`);
    }
  };
  await counted("the demo starts and its journeys run to the end", async () => {
    const running = await stack.start();
    say(`Store ready; checking it at ${running.shopUrl}.`);
    const { runJourneys } = require("./check/run.cjs");
    await runJourneys(running, { say, counts });
  });
  await counted("the demo stops", end);
  if (options.keep) console.log(`Data kept in ${folder}`);
  if (process.env.CHECK_REPORT) fs.writeFileSync(process.env.CHECK_REPORT, JSON.stringify(counts));
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
}

/** From the start, every stop signal stops everything. */
function onSignal(end) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A second Ctrl-C is ignored, so that nothing is left half stopped.
      if (isEnding) return;
      isEnding = true;
      console.log("\nStopping …");
      end().then(
        () => process.exit(signal === "SIGINT" && !options.check ? 0 : 128 + os.constants.signals[signal]),
        (error) => fail(error),
      );
      // Failures caused by the stop are not printed.
      for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
    });
  }
}

async function orEnd(stack, work) {
  try {
    return await work();
  } catch (error) {
    // Failures caused by the stop are ignored; the signal's handler ends the process.
    if (isEnding) return new Promise(() => undefined);
    await stack.stop();
    return fail(error);
  }
}

/** The simulator's own list, from its sources. */
function cardsOf() {
  require("ts-node").register({ transpileOnly: true, swc: true, cwd: path.join(__dirname, "..") });
  return require("../src/simulator/faults/scenarios.ts");
}

function fail(error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
