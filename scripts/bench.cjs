/**
 * `npm run bench [-- name … --rounds 5 --count N --json --short --list]`: installs the packages to compare with, starts
 * a durable Postgres, and runs `bench/main.ts`. DATABASE_URL names a Postgres of your own.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { exitWith, runOnPostgres } = require("./bench-run.cjs");

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

async function main() {
  installPeers();
  return runOnPostgres({ program: "bench/main.ts", nodeArguments: ["--expose-gc"], postgres: { durable: true } });
}

exitWith(main());
