/**
 * `npm run bench:reconcile [-- --payments N --differences K]`: a Postgres, a migrated
 * store without a server, the gateway simulator with N payments in its book, and
 * `bench/reconcile.ts` in a process of its own, whose memory is measured.
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
  options: { payments: { type: "string", default: "100000" }, differences: { type: "string", default: "37" } },
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
      path.join(root, "bench/reconcile.ts"),
      step,
      values.payments,
      values.differences,
      book,
    ];
    console.log("Migrating …");
    await processes.run(
      "The migration",
      [path.join(root, "node_modules/@medusajs/cli/cli.js"), "db:migrate", "--skip-scripts"],
      { env },
    );
    console.log(`Filling the three books with ${values.payments} payments and ${values.differences} differences …`);
    await processes.run("The seed", bench("seed"), { env });
    const gateway = processes.start(
      [path.join(root, "bin/medusa-payment-acquiring.js"), "simulator", "--port", String(port), "--data", book],
      { env: { ...env, ACQUIRING_SIMULATOR_KEY: KEY } },
    );
    await processes.answering("The gateway simulator", `${gatewayUrl}/_control/idle`, gateway);
    console.log("Comparing …");
    console.log(await processes.run("The comparison", bench("compare"), { env }));
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
