/**
 * `npm run cluster -- --seconds 60 --seed S [--pooler]`: starts its own Postgres and Redis, creates Medusa's tables and
 * a shop, and runs integration-tests/cluster; with `--pooler` through a PgBouncer in transaction mode.
 */
const { randomBytes } = require("node:crypto");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { watch } = require("./guard.cjs");
const { noTelemetry } = require("./no-telemetry.cjs");
const { dropDatabase, ensureDatabase, startPostgres } = require("./postgres.cjs");
const { startPgBouncer } = require("./pgbouncer.cjs");
const { startRedis } = require("./redis.cjs");

const root = path.join(__dirname, "..");

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-cluster-"));
  fs.chmodSync(folder, 0o755);
  const stops = [() => fs.rmSync(folder, { recursive: true, force: true })];
  try {
    const redis = await startRedis({ say: console.log });
    stops.push(() => redis.stop());
    const server = await startPostgres({ dataDir: path.join(folder, "data"), durable: false });
    stops.push(() => server.stop());
    const database = `acquiring_cluster_${process.pid}`;
    await ensureDatabase(server, database);
    stops.push(() => dropDatabase(server, database).catch(() => undefined));
    const env = {
      ...process.env,
      ...noTelemetry(),
      NODE_OPTIONS: "",
      LOG_LEVEL: "error",
      TZ: "UTC",
      DATABASE_URL: server.url(database),
      CLUSTER_DATABASE_URL: server.url(database),
      CLUSTER_REDIS_URL: redis.url,
      CLUSTER_ADMIN_EMAIL: "admin@example.test",
      CLUSTER_ADMIN_PASSWORD: randomBytes(9).toString("base64url"),
      DISABLE_MEDUSA_ADMIN: "true",
    };
    const medusa = (what, ...args) => {
      const cli = path.join(root, "node_modules/@medusajs/cli/cli.js");
      const done = spawnSync(process.execPath, [cli, ...args], { cwd: root, env, stdio: "pipe", encoding: "utf8" });
      if (done.status !== 0) throw new Error(`${what} failed.\n${done.stdout}${done.stderr}`);
    };
    medusa("The migration", "db:migrate");
    medusa("The seed", "exec", "./integration-tests/cluster/seed.ts");
    const given = process.argv.slice(2);
    if (given.includes("--pooler")) {
      const pooler = await startPgBouncer({ folder, target: server.url(database) });
      stops.push(() => pooler.stop());
      env.DATABASE_URL = pooler.url;
    }
    const program = path.join(root, "integration-tests/cluster/main.ts");
    const words = ["-r", "ts-node/register/transpile-only", program, ...given.filter((each) => each !== "--pooler")];
    const child = spawn(process.execPath, words, { cwd: root, env, stdio: "inherit" });
    watch(child);
    return await new Promise((ended) => child.once("close", (code) => ended(code ?? 1)));
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
