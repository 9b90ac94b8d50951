const { execFile } = require("node:child_process");
const path = require("node:path");
const { promisify } = require("node:util");
const { noTelemetry } = require("../../scripts/no-telemetry.cjs");
const { YOUNG_SPACE } = require("../../scripts/young-space.cjs");

const root = path.join(__dirname, "../..");

/** If several workers need the template at once, one creates it and the others wait. */
const LOCK = 7_031_001;

/**
 * Creates Medusa's tables and ours once, when the first spec file needs them: each spec file with a store starts from a
 * copy instead of twenty seconds of migrations. `server` is a knex with one connection to the server's own database,
 * `address` returns a database's URL.
 */
async function ensureTemplate(server, name, address) {
  await server.raw("SELECT pg_advisory_lock(?)", [LOCK]);
  try {
    const { rowCount } = await server.raw("SELECT 1 FROM pg_database WHERE datname = ?", [name]);
    if (rowCount > 0) return;
    const draft = `${name}_draft`;
    await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [draft]);
    await server.raw("CREATE DATABASE ??", [draft]);
    await migrate(address(draft));
    await server.raw("ALTER DATABASE ?? RENAME TO ??", [draft, name]);
  } finally {
    await server.raw("SELECT pg_advisory_unlock(?)", [LOCK]);
  }
}

async function migrate(databaseUrl) {
  const env = {
    ...process.env,
    ...noTelemetry(),
    NODE_OPTIONS: "",
    LOG_LEVEL: "error",
    DATABASE_URL: databaseUrl,
    DISABLE_MEDUSA_ADMIN: "true",
    // Including the roles tables: one spec file uses them.
    MEDUSA_FF_RBAC: "true",
  };
  const cli = path.join(root, "node_modules/@medusajs/cli/cli.js");
  const roles = path.join(__dirname, "roles-on.cjs");
  await promisify(execFile)(process.execPath, [YOUNG_SPACE, "-r", roles, cli, "db:migrate"], { cwd: root, env });
}

module.exports = { ensureTemplate };
