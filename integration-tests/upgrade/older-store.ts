import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { Bench } from "../model/bench";
import type { AccountKey } from "../model/setting";
import { allMigrations } from "../support/all-migrations";
import { ownDatabase, statements } from "../support/own-database";
import { OPTIONS } from "./open-states";

/** The tables, rows and gateway that an earlier version left (`make-fixture.ts`), for the present code to continue. */
export const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];

export interface Fixture {
  /** The commit whose code made it. */
  readonly commit: string;
  readonly nowMs: number;
  readonly addresses: Readonly<Record<AccountKey, readonly string[]>>;
  /** Names of the migrations that had run. */
  readonly migrations: readonly string[];
  readonly gateways: Readonly<Record<AccountKey, object>>;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const FILE = join(__dirname, "fixture/older");
export const fixture: Fixture = JSON.parse(readFileSync(`${FILE}.json`, "utf8"));
const schema = readFileSync(`${FILE}.sql`, "utf8").split("\n\n-- ;;\n\n");

export interface OlderStore {
  readonly bench: Bench;
  close(): Promise<void>;
}

export async function openOlderStore(name: string): Promise<OlderStore> {
  const folder = mkdtempSync(join(tmpdir(), "acquiring-older-"));
  // The gateway notifies the store where it is now.
  const dataFile = (account: AccountKey, letterBoxUrl: string): string => {
    const file = join(folder, `${account}.json`);
    const data = JSON.stringify(fixture.gateways[account]);
    writeFileSync(file, data.replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/acquiring\/notify)/g, letterBoxUrl));
    return file;
  };
  const database = await ownDatabase(name, []);
  const pg = database.pool(1);
  for (const sql of schema) await pg.raw(sql.replaceAll("?", "\\?"));
  for (const [table, rows] of Object.entries(fixture.rows)) {
    await pg.raw("INSERT INTO ?? SELECT * FROM jsonb_populate_recordset(NULL::??, ?::jsonb)", [
      ...[table, table],
      JSON.stringify(rows),
    ]);
  }
  const past = { startMs: fixture.nowMs, movedFrom: fixture.addresses };
  const bench = await Bench.open(name, { database, dataFile, options: OPTIONS, ...past });
  return {
    bench,
    close: async () => {
      await bench.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs what has not run yet, each module in one transaction, as Medusa does. */
export async function migrate(pg: Knex): Promise<void> {
  for (const module of MODULES) {
    const pending = (await allMigrations(module)).filter(({ name }) => !fixture.migrations.includes(name));
    await pg.transaction(async (trx) => {
      for (const migration of pending) for (const sql of await statements(migration)) await trx.raw(sql);
    });
  }
}
