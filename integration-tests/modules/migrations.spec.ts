import type { Knex } from "knex";
import { Migration20261121074828 } from "../../src/modules/acquiring/migrations/Migration20261121074828";
import { Migration20261121080000 } from "../../src/modules/acquiring/migrations/Migration20261121080000";
import { Migration20261121104300 } from "../../src/modules/acquiring/migrations/Migration20261121104300";
import { Migration20261121104400 } from "../../src/modules/acquiring/migrations/Migration20261121104400";
import { Migration20261121104500 } from "../../src/modules/acquiring/migrations/Migration20261121104500";
import { Migration20261121104600 } from "../../src/modules/acquiring/migrations/Migration20261121104600";
import { Migration20261121130100 } from "../../src/modules/acquiring/migrations/Migration20261121130100";
import { Migration20261121130300 } from "../../src/modules/acquiring/migrations/Migration20261121130300";
import { Migration20261121130500 } from "../../src/modules/acquiring/migrations/Migration20261121130500";
import { Migration20261121130200 } from "../../src/modules/acquiring/migrations/Migration20261121130200";
import { Migration20261121150100 } from "../../src/modules/acquiring/migrations/Migration20261121150100";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/rows";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { PaymentStatusView } from "../../src/modules/acquiring/checkout/payment-status-view";
import { amount, AT, attemptRow } from "../support/attempt-row";
import { allMigrations } from "../support/all-migrations";
import type { MigrationClass, OwnDatabase } from "../support/own-database";
import { ownDatabase, statements } from "../support/own-database";
import { catalogOf, schemaOfModels } from "../support/schema-of-models";

/** A database with payments of the version for cards alone, moved to this one and back. */
const NEW = [
  Migration20261121104300,
  Migration20261121104400,
  Migration20261121104500,
  Migration20261121104600,
  Migration20261121130100,
  Migration20261121130300,
  Migration20261121130500,
  Migration20261121130200,
  Migration20261121150100,
];
let database: OwnDatabase;
let pg: Knex;

beforeEach(async () => {
  database = await ownDatabase("migrations", [Migration20261121074828, Migration20261121080000]);
  pg = database.pool(3);
});
afterEach(() => database.close());

const up = async (): Promise<void> => {
  for (const migration of NEW) for (const sql of await statements(migration)) await pg.raw(sql);
};
const down = async (): Promise<void> => {
  for (const migration of [...NEW].reverse()) for (const sql of await statements(migration, "down")) await pg.raw(sql);
};
const old = (id: string, state: string, more: object = {}): Record<string, unknown> => ({
  ...attemptRow(id, state),
  ...more,
});

test("payments of the version before are found, read and kept apart as before", async () => {
  await pg("acquiring_payment_attempt").insert([
    old("1", "authorised"),
    old("2", "action_required", { action_url: "https://issuer.example/acs" }),
    old("3", "declined"),
  ]);
  await up();
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
  const again = pg("acquiring_payment_attempt").insert(
    old("4", "created", { session_id: "payses_1", reversal_tries: 0 }),
  );
  await expect(again).rejects.toThrow(/IDX_acquiring_attempt_live_session/);
});

test("what a store that was stopped left unknown stays so over every migration: it is asked about, and blocks what excludes it", async () => {
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
      booked: false,
      ...more,
    });
  await left("authorise", "1", { kind: "authorise", status: "unknown" });
  // The process was killed before it could say so.
  await left("capture", "2", { kind: "capture", status: "sending" });
  const isOld = (each: MigrationClass): boolean => each === Migration20261121074828 || each === Migration20261121080000;
  for (const migration of (await allMigrations()).filter((each) => !isOld(each)))
    for (const sql of await statements(migration)) await pg.raw(sql);
  const ledger = new Ledger(pg);
  expect([...(await ledger.due("check", AT, 10))].sort()).toEqual(["1", "2"]);
  const statuses = await Promise.all(
    ["1", "2"].map(async (id) => (await ledger.operations(id)).map(({ status }) => status)),
  );
  expect(statuses).toEqual([["unknown"], ["sending"]]);
  expect((await ledger.attempt("1"))?.unknown_since).toEqual(AT);
  const voided = left("void", "2", { kind: "void", status: "sending", sequence: 2 });
  await expect(voided).rejects.toThrow("IDX_acquiring_operation_open_settle");
  const again = old("3", "created", { session_id: "payses_1", reversal_tries: 0 });
  await expect(pg("acquiring_payment_attempt").insert(again)).rejects.toThrow("IDX_acquiring_attempt_live_session");
});

test("the way back is open while only cards have paid, and closed without loss once something else has", async () => {
  await pg("acquiring_payment_attempt").insert(old("1", "authorised"));
  await up();
  await down();
  expect(await pg("acquiring_payment_attempt").select("id", "state")).toEqual([{ id: "1", state: "authorised" }]);
  await up();
  await pg("acquiring_payment_attempt").insert(old("5", "authorised", { mode: "checkout" }));
  await expect(
    pg.transaction(async (trx) => {
      for (const migration of [...NEW].reverse())
        for (const sql of await statements(migration, "down")) await trx.raw(sql);
    }),
  ).rejects.toThrow(/mode_check/);
  expect(await pg("acquiring_payment_attempt").count()).toEqual([{ count: "2" }]);
});

/** What models have no words for: the default of a list, a check of an amount or of a row that stays, an index over a part of a column. */
const ONLY_IN_SQL = / ARRAY |CHECK \(\((deleted_at IS NULL|amount > )|text_pattern_ops|->>|@>/;

test.each(["acquiring", "acquiring_subscription", "acquiring_payout"])(
  "the migrations of %s make the tables that its models say",
  async (module) => {
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
  },
);
