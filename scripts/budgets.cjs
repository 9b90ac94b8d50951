/**
 * `npm run budgets [-- --update]`: measures what each operation costs in statements, flushes and requests, and compares
 * it with `bench/budgets/budgets.json`. Always on the package's own Postgres, on which nothing else works.
 */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");

/**
 * Nothing in the background writes or flushes, and no page images; with `wal_level` minimal the background writer
 * records no snapshots either.
 */
const QUIET = {
  autovacuum: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  wal_writer_delay: "10s",
  checkpoint_timeout: "1h",
  max_wal_size: "4GB",
};

function play(env) {
  const words = ["-r", "ts-node/register/transpile-only", path.join(root, "bench/budgets/main.ts")];
  const child = spawn(process.execPath, [...words, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function main() {
  delete process.env.DATABASE_URL;
  delete process.env.REDIS_URL;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-budgets-"));
  fs.chmodSync(folder, 0o755);
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), settings: QUIET });
  try {
    return await play({
      ...process.env,
      ...noTelemetry(),
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      BENCH_DATABASE_URL: postgres.url("postgres"),
      TZ: "UTC",
    });
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
