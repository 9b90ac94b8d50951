import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ModuleServiceInitializeOptions } from "@medusajs/framework/types";
import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { CommandError } from "../command";
import type { StoreConfig } from "./store-config";

const ACQUIRE_MS = 10_000;

export type Database = Knex;

/** Settings of `projectConfig`, with Medusa's defaults. */
export interface ConnectionSettings {
  readonly url: string;
  readonly schema: string;
  readonly driverOptions: ModuleServiceInitializeOptions["database"]["driverOptions"];
}

/** Medusa's own connection, but with a single one that fails at once. */
export async function withDatabase<T>(
  { url: clientUrl, schema, driverOptions }: ConnectionSettings,
  work: (pg: Database) => Promise<T>,
): Promise<T> {
  const pool = { min: 0, max: 1, propagateCreateError: true, acquireTimeoutMillis: ACQUIRE_MS };
  const pg: Database = ModulesSdkUtils.createPgConnection({ clientUrl, schema, driverOptions, pool });
  try {
    return await work(pg);
  } finally {
    await pg.destroy();
  }
}

/** For commands whose result would be wrong without our tables: their absence is not "nothing found". */
export async function withLedger<T>(
  { database }: Pick<StoreConfig, "database">,
  work: (pg: Database) => Promise<T>,
): Promise<T> {
  if (database === null) throw new CommandError("projectConfig.databaseUrl is empty. Set DATABASE_URL.");
  return withDatabase(database, async (pg) => {
    if (await pg.schema.hasTable("acquiring_payment_attempt")) return work(pg);
    throw new CommandError(
      `The database has no tables of this plugin in the schema "${database.schema}". Check projectConfig.databaseUrl and projectConfig.databaseSchema; for a new store, run: npx medusa db:migrate`,
    );
  });
}
