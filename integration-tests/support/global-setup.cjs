/**
 * One temporary Postgres per jest run, shared by its projects. `npm run guards` uses one for many runs:
 * ACQUIRING_TEST_DATABASE_URL is its address, ACQUIRING_TEST_TEMPLATE the database that stores are copied from.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { buildPayPage } = require("../../scripts/build-pay-page.cjs");
const { startPostgres } = require("../../scripts/postgres.cjs");

module.exports = async () => {
  if (globalThis.acquiringPostgres) return;
  // The tests' stores share only the database, even if this machine has Redis.
  delete process.env.REDIS_URL;
  await buildPayPage();
  const address = process.env.ACQUIRING_TEST_DATABASE_URL ?? (await ownServer());
  const url = new URL(address);
  // Spec files create their databases at this address (support/own-database.ts).
  process.env.DB_HOST = "localhost";
  process.env.DB_PORT = url.port;
  process.env.DB_USERNAME = decodeURIComponent(url.username);
  process.env.DB_PASSWORD = decodeURIComponent(url.password);
  // Created by the first spec file that starts a store (support/template-database.cjs).
  process.env.ACQUIRING_TEST_TEMPLATE ??= `acquiring_template_${process.pid}`;
};

async function ownServer() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-test-"));
  fs.chmodSync(dataDir, 0o755);
  const server = await startPostgres({ dataDir: path.join(dataDir, "data"), durable: false });
  globalThis.acquiringPostgres = { server, dataDir };
  return server.url("postgres");
}
