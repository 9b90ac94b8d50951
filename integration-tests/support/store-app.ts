import type { Server } from "node:http";
import { join } from "node:path";
import loaders from "@medusajs/medusa/loaders/index";
import type { MedusaContainer } from "@medusajs/framework/types";
import express from "express";
import knex from "knex";
import { KeptRows } from "./kept-rows";
import { databaseAddress } from "./other-process";
import { ensureTemplate } from "./template-database.cjs";

/**
 * The root store inside the test's process: its own database, copied from the one migrated for the whole run, Medusa
 * with all routes on a port, and a way to restore the initial rows.
 */
export interface StoreApp {
  readonly container: MedusaContainer;
  /** `restart` brings back the rows as of `begin`, for the next spec file in the same store. */
  begin(): Promise<void>;
  restart(): Promise<void>;
  /** From now on `restore` returns to the current rows. */
  keep(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = join(__dirname, "../..");

/** Starts recorded in the copied database, with other options, are not starts of this store. */
async function asIfNew(database: string): Promise<void> {
  const own = knex({ client: "pg", connection: databaseAddress(database), pool: { min: 0, max: 1 } });
  await own("acquiring_account_identity").delete();
  await own.destroy();
}

export async function openStoreApp(database: string, port: number): Promise<StoreApp> {
  // The lock on the template belongs to the connection, so the pool must not close it while the migrations run.
  const server = knex({ client: "pg", connection: databaseAddress("postgres"), pool: { min: 1, max: 1 } });
  await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [database]);
  const template = process.env.ACQUIRING_TEST_TEMPLATE ?? "";
  await ensureTemplate(server, template, databaseAddress);
  await server.raw("CREATE DATABASE ?? TEMPLATE ??", [database, template]);
  process.env.DATABASE_URL = databaseAddress(database);
  await asIfNew(database);
  const app = express();
  const { container, shutdown } = await loaders({ directory: ROOT, expressApp: app });
  const http = await new Promise<Server>((listening, failed) => {
    const opened = app.listen(port, () => listening(opened));
    opened.once("error", failed);
  });
  const rows = new KeptRows(databaseAddress(database));
  const first = new KeptRows(databaseAddress(database), "first_rows");
  return {
    container,
    begin: () => first.keep(),
    restart: () => first.restore(),
    keep: () => rows.keep(),
    restore: () => rows.restore(),
    close: async () => {
      http.closeAllConnections();
      await new Promise<void>((closed) => http.close(() => closed()));
      await shutdown();
      await rows.close();
      await first.close();
      await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [database]);
      await server.destroy();
    },
  };
}
