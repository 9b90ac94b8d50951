import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import knex from "knex";
import { Client } from "pg";
import type { MigrationClass } from "../../integration-tests/support/own-database";
import { statements } from "../../integration-tests/support/own-database";

/** Databases of the benchmarks in the run's Postgres: empty, with the ledger's tables, or with a whole store's. */
export const ROOT = join(__dirname, "../..");

const quoted = (name: string): string => `"${name.replaceAll('"', "")}"`;
const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** URL of another database of the same server. */
export function addressOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

export async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Recreates the database, empty or as a copy of another one of the same server. */
export async function makeDatabase(databaseUrl: string, template: string | null = null): Promise<void> {
  await dropDatabase(databaseUrl);
  const copy = template === null ? "" : ` TEMPLATE ${quoted(template)}`;
  await withClient(addressOf(databaseUrl, "postgres"), (client) =>
    client.query(`CREATE DATABASE ${quoted(nameOf(databaseUrl))}${copy}`),
  );
}

/** Disconnects its clients. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  await withClient(addressOf(databaseUrl, "postgres"), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${quoted(nameOf(databaseUrl))} WITH (FORCE)`),
  );
}

const isMigration = (value: unknown): value is MigrationClass =>
  typeof value === "function" && value.prototype instanceof Migration;

/**
 * All of them, in order. Through `require`, which ts-node compiles; `import()` of a computed path does not know
 * TypeScript.
 */
function ledgerMigrations(): MigrationClass[] {
  const folder = join(ROOT, "src/modules/acquiring/migrations");
  const names = readdirSync(folder).filter((name) => /^Migration\d+\.ts$/.test(name));
  const load = createRequire(__filename);
  return names.sort().flatMap((name) => {
    const module: object = load(join(folder, name));
    return Object.values(module).filter(isMigration);
  });
}

/** The ledger's own tables in an empty database, without Medusa. */
export async function ledgerTables(databaseUrl: string): Promise<void> {
  const pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    for (const migration of ledgerMigrations()) for (const sql of await statements(migration)) await pg.raw(sql);
  } finally {
    await pg.destroy();
  }
}

const TEMPLATE = "acquiring_bench_template";
let template: Promise<void> | undefined;

/** A whole store's tables: a copy of a database migrated once for the whole run. */
export async function storeTables(databaseUrl: string): Promise<void> {
  template ??= migrate(addressOf(databaseUrl, TEMPLATE));
  await template;
  await makeDatabase(databaseUrl, TEMPLATE);
}

async function migrate(databaseUrl: string): Promise<void> {
  await makeDatabase(databaseUrl);
  const cli = join(ROOT, "node_modules/@medusajs/cli/cli.js");
  const env = { ...process.env, DATABASE_URL: databaseUrl, DISABLE_MEDUSA_ADMIN: "true", LOG_LEVEL: "error" };
  await promisify(execFile)(process.execPath, [cli, "db:migrate", "--skip-scripts"], { cwd: ROOT, env });
}
