/** One throw-away Postgres for a whole run of jest, shared by its projects. */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { startPostgres } = require("../../scripts/postgres.cjs");

module.exports = async () => {
  if (globalThis.acquiringPostgres) return;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-test-"));
  fs.chmodSync(dataDir, 0o755);
  const server = await startPostgres({ dataDir: path.join(dataDir, "data"), durable: false });
  const url = new URL(server.url("postgres"));
  // @medusajs/test-utils builds its own address from these; the host must be the literal "localhost".
  process.env.DB_HOST = "localhost";
  process.env.DB_PORT = url.port;
  process.env.DB_USERNAME = decodeURIComponent(url.username);
  process.env.DB_PASSWORD = decodeURIComponent(url.password);
  globalThis.acquiringPostgres = { server, dataDir };
};
