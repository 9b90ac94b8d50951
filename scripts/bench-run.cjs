/** Runs a measuring program of `bench/` on a Postgres of its own, and stops Postgres after it. */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");

/** Ctrl-C also reaches the child. */
function play(words, env) {
  const child = spawn(process.execPath, [...words, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** `program`: below the repository. `postgres`: options of `startPostgres`. Resolves to the exit code. */
async function runOnPostgres({ program, nodeArguments = [], postgres: options, env = {} }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-bench-"));
  // Postgres does not run as root.
  fs.chmodSync(folder, 0o755);
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), ...options });
  const words = [...nodeArguments, "-r", "ts-node/register/transpile-only", path.join(root, program)];
  const all = { ...process.env, ...noTelemetry(), ...env, BENCH_DATABASE_URL: postgres.url("postgres"), TZ: "UTC" };
  try {
    return await play(words, all);
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends this process with the result, or with the error's message and exit code 1. */
const exitWith = (running) =>
  running.then(
    (code) => (process.exitCode = code),
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );

module.exports = { runOnPostgres, exitWith };
