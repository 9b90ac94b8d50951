/**
 * `npm run faults -- --seed S --runs N`: a Postgres of its own, Medusa's tables in it,
 * and then the stories of integration-tests/faults. Thin: what they are is written there.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("./no-telemetry.cjs");
const { dropDatabase, ensureDatabase, startPostgres } = require("./postgres.cjs");

const root = path.join(__dirname, "..");

// The stores of the stories share nothing but a database, whatever this machine has.
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
      NODE_OPTIONS: "",
      LOG_LEVEL: "error",
      TZ: "UTC",
      DATABASE_URL: server.url(database),
      FAULTS_DATABASE_URL: server.url(database),
      DISABLE_MEDUSA_ADMIN: "true",
      // A replica of it can be made where its files are at hand.
      ...(server.pid === null ? {} : { ACQUIRING_POSTGRES: "embedded" }),
    };
    const run = (args, stdio) => spawnSync(process.execPath, args, { cwd: root, env, stdio, encoding: "utf8" });
    const medusa = (what, ...args) => {
      const done = run([path.join(root, "node_modules/@medusajs/cli/cli.js"), ...args], "pipe");
      if (done.status !== 0) throw new Error(`${what} failed.\n${done.stdout}${done.stderr}`);
    };
    medusa("The migration", "db:migrate");
    medusa("The seed", "exec", "./integration-tests/faults/seed.ts");
    const main = path.join(root, "integration-tests/faults/main.ts");
    const played = run(["-r", "ts-node/register/transpile-only", main, ...process.argv.slice(2)], "inherit");
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
