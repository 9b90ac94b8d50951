import type { Knex } from "knex";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { PaymentStatusView } from "../../src/modules/acquiring/checkout/payment-status-view";
import { amount, AT, attemptRow } from "../support/attempt-row";
import { allMigrations } from "../support/all-migrations";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase, statements } from "../support/own-database";
import { insertRow } from "../support/any-row";
import { catalogOf, schemaOfModels } from "../support/schema-of-models";

/** The tables as the migration makes them, with payments in them. */
const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];
let database: OwnDatabase;
let pg: Knex;

beforeEach(async () => {
  database = await ownDatabase("migrations", await allMigrations());
  pg = database.pool(3);
});
afterEach(() => database.close());

/** Runs every migration of a module in one transaction, as Medusa does. */
const run = (way: "up" | "down", module = "acquiring"): Promise<void> =>
  pg.transaction(async (trx) => {
    const migrations = await allMigrations(module);
    for (const migration of way === "up" ? migrations : migrations.reverse())
      for (const sql of await statements(migration, way)) await trx.raw(sql);
  });
const down = async (trx: Knex, module: string): Promise<void> => {
  for (const migration of (await allMigrations(module)).reverse())
    for (const sql of await statements(migration, "down")) await trx.raw(sql);
};
const OWNED: readonly (readonly [RegExp, string])[] = [
  [/^acquiring_(subscription|charge|plan)/, "acquiring_subscription"],
  [/^acquiring_(payout(?!_send)|beneficiary)/, "acquiring_payout"],
];
const moduleOf = (table: string): string => OWNED.find(([names]) => names.test(table))?.[1] ?? "acquiring";
const old = (id: string, state: string, more: object = {}): Record<string, unknown> => ({
  ...attemptRow(id, state),
  reversal_tries: 0,
  ...more,
});

test("payments are found, read and kept apart after the migration has run again", async () => {
  await pg("acquiring_payment_attempt").insert([
    old("1", "authorised"),
    old("2", "action_required", { action_url: "https://issuer.example/acs" }),
    old("3", "declined"),
  ]);
  await run("up");
  const view = new PaymentStatusView(() => AT, 45_000);
  const ledger = new Ledger(pg);
  const stateOf = async (id: string): Promise<string> => {
    const attempt: AttemptRow | undefined = await ledger.attemptOfSession(`payses_${id}`);
    return view.of(attempt ?? null, null).state;
  };
  expect([await stateOf("1"), await stateOf("2"), await stateOf("3")]).toEqual([
    "authorised",
    "action_required",
    "payable",
  ]);
  const again = pg("acquiring_payment_attempt").insert(old("4", "created", { session_id: "payses_1" }));
  await expect(again).rejects.toThrow(/IDX_acquiring_attempt_live_session/);
});

test("an operation left unknown by a stopped store stays unknown when the migration runs again, is due for a query, and blocks what excludes it", async () => {
  const due = { next_check_at: AT, unknown_since: AT };
  await pg("acquiring_payment_attempt").insert([old("1", "unknown", due), old("2", "authorised", due)]);
  const left = (id: string, attemptId: string, more: object): Knex.QueryBuilder =>
    pg("acquiring_operation").insert({
      id,
      attempt_id: attemptId,
      sequence: 1,
      idempotency_key: id,
      ...amount("amount", 100),
      currency: "EUR",
      actor: "admin",
      sent_at: AT,
      recorded_in_medusa: false,
      ...more,
    });
  await left("authorise", "1", { kind: "authorise", status: "unknown" });
  // The process was killed before it could say so.
  await left("capture", "2", { kind: "capture", status: "sending" });
  await run("up");
  const ledger = new Ledger(pg);
  expect([...(await ledger.due("check", AT, 10))].sort()).toEqual(["1", "2"]);
  const statuses = await Promise.all(
    ["1", "2"].map(async (id) => (await ledger.operations(id)).map(({ status }) => status)),
  );
  expect(statuses).toEqual([["unknown"], ["sending"]]);
  expect((await ledger.attempt("1"))?.unknown_since).toEqual(AT);
  const voided = left("void", "2", { kind: "void", status: "sending", sequence: 2 });
  await expect(voided).rejects.toThrow("IDX_acquiring_operation_open_settle");
  const again = old("3", "created", { session_id: "payses_1" });
  await expect(pg("acquiring_payment_attempt").insert(again)).rejects.toThrow("IDX_acquiring_attempt_live_session");
});

test("a migration is rolled back while nothing was paid, and refused without loss once there is a payment", async () => {
  await run("down");
  expect((await pg.raw<{ rows: object[] }>("SELECT 1 FROM pg_tables WHERE tablename LIKE 'acquiring%'")).rows).toEqual(
    [],
  );
  await run("up");
  await pg("acquiring_payment_attempt").insert(old("1", "authorised"));
  await expect(run("down")).rejects.toThrow("There are records in acquiring_payment_attempt");
  expect(await pg("acquiring_payment_attempt").select("id", "state")).toEqual([{ id: "1", state: "authorised" }]);
});

/** What only repeats configuration, counts, or is needed for the moment. */
const REPLACEABLE = [
  "account_identity",
  "bulk_item",
  "bulk_run",
  "customer_message",
  "dispute_reminder",
  "event",
  "lease",
  "ledger_epoch",
  "notification_health",
  "overview_day",
  "overview_due",
  "overview_fold",
  "reconciliation_run",
  "recovery",
  "refund_proposal",
  "refund_reservation",
  "signature_count",
  "staff_message",
  "staff_notification",
  "subscription_task",
  "traffic_day",
  "traffic_minute",
  "velocity",
];

test("a rollback is refused by the rows of every table whose records cannot be made again", async () => {
  for (const module of MODULES) if (module !== "acquiring") await run("up", module);
  const tables = await pg("pg_tables").where("tablename", "like", "acquiring%").orderBy("tablename").pluck("tablename");
  const accepted: string[] = [];
  for (const table of tables) {
    const module = moduleOf(table);
    const trx = await pg.transaction();
    await trx.raw("SET LOCAL session_replication_role = replica");
    await insertRow(trx, table, {});
    const refusal = await down(trx, module).catch(String);
    await trx.rollback();
    if (refusal === undefined) accepted.push(table.replace("acquiring_", ""));
    else expect(refusal).toContain(`There are records in ${table}`);
  }
  expect(accepted).toEqual(REPLACEABLE);
});

test("the migrations of each module can run again over their own tables", async () => {
  for (const module of MODULES) {
    expect((await allMigrations(module)).length).toBeGreaterThan(0);
    await run("up", module);
    const before = await catalogOf(pg);
    await run("up", module);
    expect(await catalogOf(pg)).toEqual(before);
  }
});

/** What models have no words for: the default of a list, a check of an amount or of a row that stays, an index over a part of a column. */
const ONLY_IN_SQL = / ARRAY |CHECK \(\((deleted_at IS NULL|amount > )|text_pattern_ops|->>|@>/;

test.each(MODULES)("the migrations of %s create the tables of its models", async (module) => {
  const made = await ownDatabase(`${module}_made`, await allMigrations(module));
  const said = await ownDatabase(`${module}_said`, []);
  try {
    const told = said.pool(1);
    await told.raw(await schemaOfModels(module));
    const [ours, theirs] = [await catalogOf(made.pool(1)), await catalogOf(told)].map((lines) =>
      lines.filter((line) => !ONLY_IN_SQL.test(line)),
    );
    expect({ more: ours?.filter((line) => !theirs?.includes(line)) }).toEqual({ more: [] });
    expect({ missing: theirs?.filter((line) => !ours?.includes(line)) }).toEqual({ missing: [] });
    expect(ours?.length).toBeGreaterThan(50);
  } finally {
    await made.close();
    await said.close();
  }
});
