/** One throw-away Postgres for a whole run of jest, shared by its projects. */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { noTelemetry } = require("../../scripts/no-telemetry.cjs");
const { ensureDatabase, startPostgres } = require("../../scripts/postgres.cjs");

const root = path.join(__dirname, "../..");

module.exports = async () => {
  if (globalThis.acquiringPostgres) return;
  // The stores of the tests share nothing but a database, whatever this machine has.
  delete process.env.REDIS_URL;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-test-"));
  fs.chmodSync(dataDir, 0o755);
  const server = await startPostgres({ dataDir: path.join(dataDir, "data"), durable: false });
  const url = new URL(server.url("postgres"));
  // Each spec file makes its database at this address (support/own-database.ts).
  process.env.DB_HOST = "localhost";
  process.env.DB_PORT = url.port;
  process.env.DB_USERNAME = decodeURIComponent(url.username);
  process.env.DB_PASSWORD = decodeURIComponent(url.password);
  globalThis.acquiringPostgres = { server, dataDir };
  process.env.ACQUIRING_TEST_TEMPLATE = `acquiring_template_${process.pid}`;
  await ensureDatabase(server, process.env.ACQUIRING_TEST_TEMPLATE);
  migrate(server.url(process.env.ACQUIRING_TEST_TEMPLATE));
};

/**
 * Makes Medusa's tables and ours once: each spec file that boots the store begins with a
 * copy of this database, instead of twenty seconds of migrations.
 */
function migrate(databaseUrl) {
  const env = {
    ...process.env,
    ...noTelemetry(),
    NODE_OPTIONS: "",
    LOG_LEVEL: "error",
    DATABASE_URL: databaseUrl,
    DISABLE_MEDUSA_ADMIN: "true",
    // The tables of Medusa's roles too: one spec file has them on, to the others they mean nothing.
    MEDUSA_FF_RBAC: "true",
  };
  const cli = path.join(root, "node_modules/@medusajs/cli/cli.js");
  const roles = path.join(__dirname, "roles-on.cjs");
  execFileSync(process.execPath, ["-r", roles, cli, "db:migrate"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
