/**
 * Environment of the background benchmarks: a Postgres, a migrated store without a server, and the gateway simulator
 * with data written by the benchmark. Each step runs in its own process, whose memory is measured.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { ensureDatabase, freePort, startPostgres } = require("./postgres.cjs");
const { createProcesses } = require("./processes.cjs");

const root = path.join(__dirname, "..");
const KEY = "bench-0123456789abcdef";

/**
 * `script`: file in `bench/`, called with a step, then `words`, then the path of the gateway's data. `seed` and
 * `measure`: its two steps with their announcements; the gateway starts in between. Prints the output of the second.
 */
async function playBench({ script, words, seed, measure }) {
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
    const file = path.join(root, "bench", script);
    const run = ({ step }) =>
      processes.run(
        `The step "${step}"`,
        ["--expose-gc", "-r", "ts-node/register/transpile-only", file, step, ...words, book],
        { env },
      );
    console.log("Migrating …");
    const medusa = path.join(root, "node_modules/@medusajs/cli/cli.js");
    await processes.run("The migration", [medusa, "db:migrate", "--skip-scripts"], { env });
    console.log(seed.says);
    await run(seed);
    const gateway = processes.start(
      [path.join(root, "bin/medusa-payment-acquiring.js"), "simulator", "--port", String(port), "--data", book],
      { env: { ...env, ACQUIRING_SIMULATOR_KEY: KEY } },
    );
    await processes.answering("The gateway simulator", `${gatewayUrl}/_control/idle`, gateway);
    console.log(measure.says);
    console.log(await run(measure));
  } finally {
    await processes.stopAll();
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The same as a whole command: an error is one line and an exit code. */
function bench(play) {
  playBench(play).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

module.exports = { bench };
