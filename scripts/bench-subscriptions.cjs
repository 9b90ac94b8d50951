/**
 * `npm run bench:subscriptions [-- --contracts N --charges K]`: a Postgres, a migrated
 * store without a server, the gateway simulator with N contracts of K charges each in
 * its book, and `bench/subscriptions.ts` in a process of its own, whose memory is measured.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { noTelemetry } = require("./no-telemetry.cjs");
const { ensureDatabase, freePort, startPostgres } = require("./postgres.cjs");
const { createProcesses } = require("./processes.cjs");

const root = path.join(__dirname, "..");
const { values } = parseArgs({
  options: { contracts: { type: "string", default: "10000" }, charges: { type: "string", default: "3" } },
});
const KEY = "bench-0123456789abcdef";

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-bench-"));
  fs.chmodSync(folder, 0o755);
  const processes = createProcesses(root);
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durable: false });
  try {
    await ensureDatabase(postgres, "acquiring_bench");
    const port = await freePort();
    const gatewayUrl = `http://127.0.0.1:${port}`;
    const env = {
      ...noTelemetry(),
      NODE_ENV: "production",
      DATABASE_URL: postgres.url("acquiring_bench"),
      ACQUIRING_BASE_URL: gatewayUrl,
      ACQUIRING_SIGNING_KEY: KEY,
      DISABLE_MEDUSA_ADMIN: "true",
      LOG_LEVEL: "error",
      TZ: "UTC",
    };
    const book = path.join(folder, "gateway.json");
    const bench = (step) => [
      "--expose-gc",
      "-r",
      "ts-node/register/transpile-only",
      path.join(root, "bench/subscriptions.ts"),
      step,
      values.contracts,
      values.charges,
      book,
    ];
    console.log("Migrating …");
    await processes.run(
      "The migration",
      [path.join(root, "node_modules/@medusajs/cli/cli.js"), "db:migrate", "--skip-scripts"],
      { env },
    );
    console.log(`Filling the books with ${values.contracts} contracts of ${values.charges} charges each …`);
    await processes.run("The seed", bench("seed"), { env });
    const gateway = processes.start(
      [path.join(root, "bin/medusa-payment-acquiring.js"), "simulator", "--port", String(port), "--data", book],
      { env: { ...env, ACQUIRING_SIMULATOR_KEY: KEY } },
    );
    await processes.answering("The gateway simulator", `${gatewayUrl}/_control/idle`, gateway);
    console.log("Looking at all of them once …");
    console.log(await processes.run("The look", bench("check"), { env }));
  } finally {
    await processes.stopAll();
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
