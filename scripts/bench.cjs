/**
 * `npm run bench [-- name … --rounds 5 --count N --flush-ms N --json --short --record --list]`: installs the packages to compare
 * with, starts a durable Postgres, and runs `bench/main.ts`. DATABASE_URL names a Postgres of your own.
 */
const path = require("node:path");
const { exitWith, runOnPostgres } = require("./bench-run.cjs");
const { installLocked } = require("./locked-install.cjs");

const root = path.join(__dirname, "..");

/** Settings that make a flush of the WAL take so long, on a disk that is faster: Postgres waits before each. */
function slowerDisk(args) {
  const at = args.indexOf("--flush-ms");
  if (at === -1) return {};
  const given = args[at + 1] ?? "";
  if (!/^\d{1,2}$/.test(given) || given === "0") throw new Error("--flush-ms is a whole number from 1 to 99.");
  if (process.env.DATABASE_URL) throw new Error("--flush-ms needs the package's own Postgres: unset DATABASE_URL.");
  return { commit_delay: Number(given) * 1_000, commit_siblings: 0 };
}

async function main() {
  const settings = slowerDisk(process.argv.slice(2));
  // Their peers are the repository's own packages, so that both sides run on the same Medusa.
  installLocked(path.join(root, "bench/peers"), path.join(root, "bench/.peers"), ["--legacy-peer-deps"]);
  return runOnPostgres({
    program: "bench/main.ts",
    nodeArguments: ["--expose-gc"],
    postgres: { durable: true, settings },
  });
}

exitWith(main());
