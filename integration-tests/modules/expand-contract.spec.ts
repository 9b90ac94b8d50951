import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { allMigrations } from "../support/all-migrations";
import type { MigrationClass, OwnDatabase } from "../support/own-database";
import { ownDatabase, statements } from "../support/own-database";
import { readCatalogue } from "../upgrade/catalogue";
import type { Broken } from "../upgrade/expand-contract";
import { brokenBy, changesOldTables, isHarmless, unexcused } from "../upgrade/expand-contract";
import { MODULES } from "../upgrade/older-store";

/**
 * Migrations expand: the version before runs on the new tables, too. What it no longer needs may go one published release
 * later, in a migration that says since when: `static readonly contracts = { "table.column": "0.2.0" }`.
 */
let database: OwnDatabase;
let pg: Knex;

beforeAll(async () => {
  database = await ownDatabase("expand_contract", []);
  pg = database.pool(1);
});
afterAll(() => database.close());

/** Releases with a date; the one being prepared is "unreleased". */
const published = [
  ...readFileSync(join(__dirname, "../../CHANGELOG.md"), "utf8").matchAll(/^## (\d+\.\d+\.\d+)(?! \(unreleased\))/gm),
].map(([, version = ""]) => version);

const contractsOf = (migration: MigrationClass): Readonly<Record<string, string>> =>
  "contracts" in migration ? JSON.parse(JSON.stringify(migration.contracts)) : {};

const harmlessOf = (migration: MigrationClass): Readonly<Record<string, string>> =>
  "harmless" in migration ? JSON.parse(JSON.stringify(migration.harmless)) : {};

interface Run {
  readonly broken: readonly Broken[];
  /** It changes a table that payments may hold, and would wait for them without limit while all others wait for it. */
  readonly waitsForever: boolean;
}

/** Runs a migration's statements in one transaction, as Medusa does. */
const run = (statementsOf: readonly string[], isKept: boolean): Promise<Run> =>
  pg.transaction(async (trx) => {
    const before = await readCatalogue(trx);
    for (const sql of statementsOf) await trx.raw(sql);
    const after = await readCatalogue(trx);
    const { rows } = await trx.raw<{ rows: { lock_timeout: string }[] }>("SHOW lock_timeout");
    const waitsForever = changesOldTables(before, after) && rows[0]?.lock_timeout === "0";
    const found = { broken: await brokenBy(trx, before, after), waitsForever };
    if (!isKept) await trx.rollback(found);
    return found;
  });

test("no migration takes from the version before what it uses, or waits for payments without limit", async () => {
  const found: Record<string, object> = {};
  for (const module of MODULES)
    for (const migration of await allMigrations(module)) {
      const { broken, waitsForever } = await run(await statements(migration), true);
      const catalogue = await readCatalogue(pg);
      const harmless = harmlessOf(migration);
      const left = unexcused(broken, contractsOf(migration), published).filter(
        (each) => !isHarmless(each, harmless, catalogue),
      );
      if (left.length > 0 || waitsForever) found[migration.name] = { left, waitsForever };
    }
  expect(found).toEqual({});
  expect((await readCatalogue(pg)).tables.size).toBeGreaterThan(30);
});

/** What it finds about these statements, which are rolled back. */
const tried = (...sql: string[]): Promise<Run> => run(sql, false).catch((found: Run) => found);
const judge = async (...sql: string[]): Promise<string[]> =>
  (await tried(...sql)).broken.map(({ subject, words }) => `${subject}: ${words}`);

const STATES = ["sending", "settled", "pending", "declined", "not_sent", "unknown"];
const statusCheck = (states: readonly string[]): string[] => [
  "ALTER TABLE acquiring_operation DROP CONSTRAINT acquiring_operation_status_check",
  `ALTER TABLE acquiring_operation ADD CONSTRAINT acquiring_operation_status_check
   CHECK (status IN (${states.map((state) => `'${state}'`).join(", ")}))`,
];

test.each<[string, string[]]>([
  [
    "a new table",
    ["CREATE TABLE acquiring_later (id text NOT NULL PRIMARY KEY, amount numeric NOT NULL CHECK (amount > 0))"],
  ],
  ["a column that may be empty", ["ALTER TABLE acquiring_lease ADD COLUMN later text"]],
  ["a column with a default", ["ALTER TABLE acquiring_lease ADD COLUMN later integer NOT NULL DEFAULT 0"]],
  ["an index", ["CREATE INDEX later ON acquiring_lease (holder)"]],
  ["an index less", ['DROP INDEX "IDX_acquiring_attempt_list_amount"']],
  ["a further state", statusCheck([...STATES, "expired"])],
  ["a check of a new column", ["ALTER TABLE acquiring_lease ADD COLUMN later text CHECK (later IN ('one', 'two'))"]],
  [
    "a check that only new rows can fail",
    ["ALTER TABLE acquiring_lease ADD COLUMN later integer NOT NULL DEFAULT 1 CHECK (later > 0)"],
  ],
  ["a column that may now be empty", ["ALTER TABLE acquiring_lease ALTER COLUMN holder DROP NOT NULL"]],
])("%s is accepted", async (_name, sql) => {
  expect(await judge(...sql)).toEqual([]);
});

test.each<[string, string[], string]>([
  ["a table less", ["DROP TABLE acquiring_lease"], "acquiring_lease: the table is dropped or renamed"],
  [
    "a renamed table",
    ["ALTER TABLE acquiring_lease RENAME TO acquiring_leases"],
    "acquiring_lease: the table is dropped or renamed",
  ],
  [
    "a column less",
    ["ALTER TABLE acquiring_lease DROP COLUMN holder"],
    "acquiring_lease.holder: the column is dropped or renamed",
  ],
  [
    "a renamed column",
    ["ALTER TABLE acquiring_lease RENAME COLUMN holder TO owner"],
    "acquiring_lease.holder: the column is dropped or renamed",
  ],
  [
    "another type",
    ["ALTER TABLE acquiring_bulk_run ALTER COLUMN total TYPE bigint"],
    "acquiring_bulk_run.total: its type changes from integer to bigint",
  ],
  [
    "a new column that must be filled",
    ["ALTER TABLE acquiring_lease ADD COLUMN later text NOT NULL"],
    "acquiring_lease.later: the new column is NOT NULL without a default",
  ],
  [
    "a column that must now be filled",
    ["ALTER TABLE acquiring_saved_card ALTER COLUMN brand SET NOT NULL"],
    "acquiring_saved_card.brand: it becomes NOT NULL",
  ],
  [
    "a default less",
    ["ALTER TABLE acquiring_payment_attempt ALTER COLUMN is_late DROP DEFAULT"],
    "acquiring_payment_attempt.is_late: it loses its default",
  ],
  [
    "a state less",
    statusCheck(STATES.filter((state) => state !== "not_sent")),
    'acquiring_operation.acquiring_operation_status_check: the CHECK refuses {"status": "not_sent"}, which was accepted',
  ],
  [
    "a new check of an old column",
    ["ALTER TABLE acquiring_lease ADD CONSTRAINT named CHECK (holder <> '')"],
    'acquiring_lease.named: the CHECK refuses {"holder": ""}, which was accepted',
  ],
  [
    "a check that couples an old column with a new one",
    [
      "ALTER TABLE acquiring_bulk_run ADD COLUMN later integer, ADD CONSTRAINT coupled CHECK (total < 5 OR later IS NOT NULL)",
    ],
    'acquiring_bulk_run.coupled: the CHECK refuses {"later": null, "total": 5}, which was accepted',
  ],
  [
    "a new unique index",
    ["CREATE UNIQUE INDEX alone ON acquiring_lease (holder)"],
    "acquiring_lease.alone: it may refuse what was accepted",
  ],
  [
    "a unique index less",
    ['DROP INDEX "IDX_acquiring_operation_open_settle"'],
    'acquiring_operation."IDX_acquiring_operation_open_settle": it is dropped',
  ],
  [
    "a trigger less",
    ["DROP TRIGGER acquiring_append_only ON acquiring_entry"],
    "acquiring_entry.acquiring_append_only: it is dropped",
  ],
  [
    "a new trigger",
    ["CREATE TRIGGER later BEFORE INSERT ON acquiring_lease FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change()"],
    "acquiring_lease.later: it may refuse what was accepted",
  ],
  [
    "other arguments of a function",
    ["DROP FUNCTION acquiring_row_digest(jsonb, jsonb) CASCADE"],
    "acquiring_row_digest(jsonb,jsonb): the function is dropped or returns something else",
  ],
])("%s is refused", async (_name, sql, expected) => {
  expect(await judge(...sql)).toContain(expected);
});

test("a migration that changes a table limits how long it waits for the table", async () => {
  const change = "ALTER TABLE acquiring_operation ADD COLUMN later text";
  expect((await tried(change)).waitsForever).toBe(true);
  expect((await tried("SET LOCAL lock_timeout = '2s'", change)).waitsForever).toBe(false);
  expect((await tried("CREATE TABLE acquiring_later (id text PRIMARY KEY)")).waitsForever).toBe(false);
});

test("what the version before no longer uses may go once a release without it is published", () => {
  const broken = [{ subject: "acquiring_lease.holder", words: "the column is dropped or renamed" }];
  const contracts = { "acquiring_lease.holder": "0.2.0" };
  expect(unexcused(broken, contracts, ["0.1.0", "0.2.0"])).toEqual([]);
  expect(unexcused(broken, contracts, ["0.1.0"])).toEqual(broken);
  expect(unexcused(broken, {}, ["0.1.0", "0.2.0"])).toEqual(broken);
});
