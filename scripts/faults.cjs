/**
 * `npm run faults -- --seed S --runs N`: starts its own Postgres with Medusa's tables and plays the stories of
 * integration-tests/faults.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { YOUNG_SPACE } = require("./young-space.cjs");
const { dropDatabase, ensureDatabase, startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");

// The stories' stores share only the database, even if this machine has Redis.
delete process.env.REDIS_URL;

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-faults-"));
  fs.chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: path.join(folder, "data"), durable: false });
  const database = `acquiring_faults_${process.pid}`;
  try {
    await ensureDatabase(server, database);
    const env = {
      ...process.env,
      ...noTelemetry(),
      NODE_OPTIONS: YOUNG_SPACE,
      LOG_LEVEL: "error",
      TZ: "UTC",
      DATABASE_URL: server.url(database),
      FAULTS_DATABASE_URL: server.url(database),
      DISABLE_MEDUSA_ADMIN: "true",
      // A replica can only be made if the server's files are accessible.
      ...(server.pid === null ? {} : { ACQUIRING_POSTGRES: "embedded" }),
    };
    const run = (args, stdio) => spawnSync(process.execPath, args, { cwd: root, env, stdio, encoding: "utf8" });
    const medusa = (what, ...args) => {
      const done = run([path.join(root, "node_modules/@medusajs/cli/cli.js"), ...args], "pipe");
      if (done.status !== 0) throw new Error(`${what} failed.\n${done.stdout}${done.stderr}`);
    };
    medusa("The migration", "db:migrate");
    medusa("The seed", "exec", "./integration-tests/faults/seed.ts");
    const program = path.join(root, "integration-tests/faults/main.ts");
    const played = run(["-r", "ts-node/register/transpile-only", program, ...process.argv.slice(2)], "inherit");
    return played.status ?? 1;
  } finally {
    await dropDatabase(server, database).catch(() => undefined);
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
