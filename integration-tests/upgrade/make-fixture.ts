import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { Bench } from "../model/bench";
import type { AccountKey } from "../model/setting";
import { World } from "../model/world";
import { allMigrations } from "../support/all-migrations";
import { ownDatabase, statements } from "../support/own-database";
import { leaveMore, leaveOpen, OPTIONS, SETTING } from "./open-states";

/**
 * `npm run upgrade -- --from REV --fixture FILE` runs this in REV's sources: it plays `open-states.ts` with REV's code and
 * writes tables, rows and the gateway's data, from which `modules/older-version.spec.ts` continues.
 */
const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];
const ACCOUNTS: readonly AccountKey[] = ["main", "second"];
const PROCESSES = ["one", "two", "three"];

async function schemaOf(module: string): Promise<{ names: string[]; sql: string[] }> {
  const migrations = await allMigrations(module);
  const sql = await Promise.all(migrations.map((migration) => statements(migration)));
  return { names: migrations.map(({ name }) => name), sql: sql.flat() };
}

/** Rows without empty columns, by table. */
async function rowsOf(pg: Knex): Promise<Record<string, object[]>> {
  const tables = await pg("pg_tables").where("tablename", "like", "acquiring%").orderBy("tablename").pluck("tablename");
  const found: Record<string, object[]> = {};
  for (const table of tables) {
    const { rows } = await pg.raw<{ rows: { row: object }[] }>("SELECT to_jsonb(t) AS row FROM ?? AS t", [table]);
    const full = rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
    if (full.length > 0) found[table] = full;
  }
  // It names the cluster and database; a restored copy would rightly be taken for a restored backup.
  delete found.acquiring_ledger_epoch;
  return found;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "acquiring-fixture-"));
  const dataFile = (account: AccountKey): string => join(folder, `${account}.json`);
  const schemas = await Promise.all(MODULES.map(schemaOf));
  const database = await ownDatabase("fixture", (await Promise.all(MODULES.map((each) => allMigrations(each)))).flat());
  const bench = await Bench.open("fixture", { database, dataFile, options: OPTIONS });
  const world = new World(bench, SETTING);
  await world.begin(leaveOpen());
  await leaveMore(world, await bench.process("one"));
  const rows = await rowsOf(bench.pg);
  const addresses = Object.fromEntries(
    ACCOUNTS.map((key) => [key, PROCESSES.map((name) => bench.sides[key].wire.address(name))]),
  );
  const nowMs = bench.now().getTime();
  await bench.close();
  const gateways = Object.fromEntries(ACCOUNTS.map((key) => [key, JSON.parse(readFileSync(dataFile(key), "utf8"))]));
  rmSync(folder, { recursive: true });
  const migrations = schemas.flatMap(({ names }) => names);
  const fixture = { commit: process.env.UPGRADE_COMMIT, nowMs, addresses, migrations, gateways, rows };
  const target = process.env.UPGRADE_FIXTURE ?? "";
  writeFileSync(`${target}.json`, `${JSON.stringify(fixture, null, 1)}\n`);
  writeFileSync(`${target}.sql`, schemas.flatMap(({ sql }) => sql).join("\n\n-- ;;\n\n"));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
