/**
 * `npm run upgrade -- --from REV`: a rolling upgrade and the way back, for real. Starts the version of an earlier commit
 * on its own tables, upgrades it under load, runs both versions at once, goes back, and compares gateway, ledger and
 * Medusa (integration-tests/upgrade). Needs git's history.
 *
 *   --from REV the earlier version (default: that of the stored fixture)
 *   --seed N, --seconds N (of each stage), --customers N, --verbose
 *   --fixture FILE writes FILE.sql and FILE.json, what REV's code leaves open (integration-tests/upgrade/fixture), and ends
 */
const { randomBytes } = require("node:crypto");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { watch } = require("./guard.cjs");
const { noTelemetry } = require("./no-telemetry.cjs");
const { dropDatabase, ensureDatabase, startPostgres } = require("./postgres.cjs");
const { startRedis } = require("./redis.cjs");
const { describe, unpack } = require("./upgrade/older-version.cjs");

const root = path.join(__dirname, "..");
/** The version that `npm test` continues (integration-tests/upgrade/older-store.ts). */
const FIXTURE = path.join(root, "integration-tests/upgrade/fixture/older.json");
const fixtureCommit = () => JSON.parse(fs.readFileSync(FIXTURE, "utf8")).commit;

/** Takes `--name value` out of the arguments: `{ value, rest }`. */
function taken(args, name, fallback) {
  const at = args.indexOf(name);
  if (at < 0) return { value: fallback, rest: args };
  return { value: args[at + 1] ?? "", rest: args.filter((_, index) => index !== at && index !== at + 1) };
}

/** Runs Medusa's command line in a version's folder. */
function medusa(folder, env, ...args) {
  const cli = path.join(root, "node_modules/@medusajs/cli/cli.js");
  const done = spawnSync(process.execPath, [cli, ...args], { cwd: folder, env, stdio: "pipe", encoding: "utf8" });
  if (done.status !== 0) throw new Error(`medusa ${args.join(" ")} failed in ${folder}.\n${done.stdout}${done.stderr}`);
}

/** Runs a program of ours until it ends; returns its exit code. */
function run(folder, env, program, args = []) {
  const words = ["-r", "ts-node/register/transpile-only", path.join(folder, program), ...args];
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: "inherit" });
  watch(child);
  return new Promise((ended) => child.once("close", (code) => ended(code ?? 1)));
}

/** For databases that the program creates itself (integration-tests/support/own-database.ts). */
function placeOf(server) {
  const { port, username, password } = new URL(server.url("postgres"));
  return { DB_HOST: "localhost", DB_PORT: port, DB_USERNAME: username, DB_PASSWORD: password };
}

/** The earlier version's code under the present description of what it is to leave. */
async function makeFixture({ folder, older, commit, target }) {
  for (const name of ["model", "upgrade"]) {
    const place = path.join("integration-tests", name);
    fs.cpSync(path.join(root, place), path.join(older, place), { recursive: true });
  }
  const server = await startPostgres({ dataDir: path.join(folder, "data"), durable: false });
  try {
    const own = { NODE_OPTIONS: "", TZ: "UTC", UPGRADE_COMMIT: commit.name, UPGRADE_FIXTURE: target };
    return await run(
      older,
      { ...process.env, ...placeOf(server), ...own },
      "integration-tests/upgrade/make-fixture.ts",
    );
  } finally {
    await server.stop();
  }
}

async function main() {
  const { value: from, rest: others } = taken(process.argv.slice(2), "--from", fixtureCommit());
  const { value: fixture, rest } = taken(others, "--fixture", null);
  const commit = describe(from);
  console.log(`From ${commit.name} of ${commit.date}: ${commit.subject}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-upgrade-"));
  fs.chmodSync(folder, 0o755);
  const stops = [() => fs.rmSync(folder, { recursive: true, force: true })];
  try {
    const older = unpack(from, path.join(folder, "older"));
    if (fixture !== null) return await makeFixture({ folder, older, commit, target: path.resolve(fixture) });
    const redis = await startRedis({ say: console.log });
    stops.push(() => redis.stop());
    const server = await startPostgres({ dataDir: path.join(folder, "data"), durable: false });
    stops.push(() => server.stop());
    const database = `acquiring_upgrade_${process.pid}`;
    await ensureDatabase(server, database);
    stops.push(() => dropDatabase(server, database).catch(() => undefined));
    const env = {
      ...process.env,
      ...noTelemetry(),
      ...{ NODE_OPTIONS: "", LOG_LEVEL: "error", TZ: "UTC", DISABLE_MEDUSA_ADMIN: "true" },
      ...placeOf(server),
      DATABASE_URL: server.url(database),
      CLUSTER_REDIS_URL: redis.url,
      CLUSTER_ADMIN_EMAIL: "admin@example.test",
      CLUSTER_ADMIN_PASSWORD: randomBytes(9).toString("base64url"),
      UPGRADE_OLDER: older,
    };
    medusa(older, env, "db:migrate");
    medusa(older, env, "exec", "./integration-tests/cluster/seed.ts");
    return await run(root, env, "integration-tests/upgrade/main.ts", rest);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
