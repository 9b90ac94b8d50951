import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import knex from "knex";
import type { Stage } from "../support/boot";
import { databaseAddress } from "../support/other-process";

/** Trouble with the database of a running store. Each function returns what ends it. */
type Remedy = () => Promise<void>;

const connect = (database: string): Knex =>
  knex({ client: "pg", connection: databaseAddress(database), pool: { min: 0, max: 1 } });

/** No connection to the store's database is possible. */
export async function away({ databaseName }: Stage): Promise<Remedy> {
  const server = connect("postgres");
  await server.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS false", [databaseName]);
  await server.raw("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ?", [databaseName]);
  return async () => {
    await server.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS true", [databaseName]);
    await server.destroy();
  };
}

/** All of the store's connections are in use, and two requests wait for one. */
export async function fullPool({ pg, ledger }: Stage): Promise<Remedy> {
  const taken: Knex.Transaction[] = [];
  while (taken.length < ledger.attempts.poolSize) taken.push(await pg.transaction());
  const waiting = [pg.raw("SELECT 1"), pg.raw("SELECT 1")].map((each) => each.then(() => undefined));
  return async () => {
    for (const each of taken) await each.rollback();
    await Promise.all(waiting);
  };
}

/** A table that every statement waits for. */
export async function unreachableTable(database: string, table: string): Promise<Remedy> {
  const other = connect(database);
  const lock = await other.transaction();
  await lock.raw("LOCK TABLE ?? IN ACCESS EXCLUSIVE MODE", [table]);
  return async () => {
    await lock.rollback();
    await other.destroy();
  };
}

/** Every update of a table's rows fails. */
export async function refusedUpdates(pg: Knex, table: string): Promise<Remedy> {
  await pg.raw(
    "CREATE OR REPLACE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused for the test'; END $$",
  );
  await pg.raw("CREATE TRIGGER refuse_update BEFORE UPDATE ON ?? FOR EACH ROW EXECUTE FUNCTION refuse_update()", [
    table,
  ]);
  return async () => {
    await pg.raw("DROP TRIGGER refuse_update ON ??", [table]);
  };
}
