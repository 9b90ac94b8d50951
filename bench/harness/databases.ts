import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import knex from "knex";
import { Client } from "pg";
import { allMigrations } from "../../integration-tests/support/all-migrations";
import { statements } from "../../integration-tests/support/own-database";

/** Databases of the benchmarks, in the Postgres of the run: empty, with the ledger's tables, or with a whole store's. */
export const ROOT = join(__dirname, "../..");

const quoted = (name: string): string => `"${name.replaceAll('"', "")}"`;
const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** The same server's address of another database. */
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

/** Makes the database anew, empty or as a copy of another one of the same server. */
export async function makeDatabase(databaseUrl: string, template: string | null = null): Promise<void> {
  await dropDatabase(databaseUrl);
  const copy = template === null ? "" : ` TEMPLATE ${quoted(template)}`;
  await withClient(addressOf(databaseUrl, "postgres"), (client) =>
    client.query(`CREATE DATABASE ${quoted(nameOf(databaseUrl))}${copy}`),
  );
}

/** Whoever is still connected is sent away. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  await withClient(addressOf(databaseUrl, "postgres"), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${quoted(nameOf(databaseUrl))} WITH (FORCE)`),
  );
}

/** The ledger's own tables into an empty database; no Medusa is booted. */
export async function ledgerTables(databaseUrl: string): Promise<void> {
  const pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    for (const migration of await allMigrations()) for (const sql of await statements(migration)) await pg.raw(sql);
  } finally {
    await pg.destroy();
  }
}

const TEMPLATE = "acquiring_bench_template";
let template: Promise<void> | undefined;

/** All tables of a store: the database is made anew as a copy of one that is migrated once for the whole run. */
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
