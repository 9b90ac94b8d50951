/**
 * `npm run bench [-- name … --rounds 5 --count N --json --short --list]`: installs the packages to compare with, starts
 * a durable Postgres, and runs `bench/main.ts`. DATABASE_URL names a Postgres of your own.
 */
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");
const FILES = ["package.json", "package-lock.json"];

/** Into a folder ignored by git; repeated only if the committed lock file has changed. */
function installPeers() {
  const from = path.join(root, "bench/peers");
  const to = path.join(root, "bench/.peers");
  const wanted = FILES.map((name) => fs.readFileSync(path.join(from, name), "utf8")).join("\n");
  const stamp = path.join(to, "installed");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return;
  fs.mkdirSync(to, { recursive: true });
  for (const name of FILES) fs.copyFileSync(path.join(from, name), path.join(to, name));
  console.error("Installing what the package is compared with …");
  // Their peers are the repository's own packages, so that both sides run on the same Medusa.
  const words = ["ci", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(npm, words, {
    cwd: to,
    stdio: ["ignore", process.stderr, "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm ci failed in bench/.peers. Check the network, then try again.");
  fs.writeFileSync(stamp, wanted);
}

/** Ctrl-C also reaches the child; Postgres is stopped after it. */
function play(env) {
  const words = ["--expose-gc", "-r", "ts-node/register/transpile-only", path.join(root, "bench/main.ts")];
  const child = spawn(process.execPath, [...words, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function main() {
  installPeers();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-bench-"));
  fs.chmodSync(folder, 0o755);
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durable: true });
  try {
    return await play({ ...process.env, ...noTelemetry(), BENCH_DATABASE_URL: postgres.url("postgres"), TZ: "UTC" });
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
