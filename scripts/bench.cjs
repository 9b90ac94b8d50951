/**
 * `npm run bench [-- name … --rounds 5 --count N --json --short --record --list]`: installs the packages to compare with, starts
 * a durable Postgres, and runs `bench/main.ts`. DATABASE_URL names a Postgres of your own.
 */
const path = require("node:path");
const { exitWith, runOnPostgres } = require("./bench-run.cjs");
const { installLocked } = require("./locked-install.cjs");

const root = path.join(__dirname, "..");
async function main() {
  // Their peers are the repository's own packages, so that both sides run on the same Medusa.
  installLocked(path.join(root, "bench/peers"), path.join(root, "bench/.peers"), ["--legacy-peer-deps"]);
  return runOnPostgres({ program: "bench/main.ts", nodeArguments: ["--expose-gc"], postgres: { durable: true } });
}

exitWith(main());
