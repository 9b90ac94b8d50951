import type { Knex } from "knex";
import { guards } from "../../scripts/guards/list.cjs";
import { allMigrations } from "../support/all-migrations";
import { AT } from "../support/attempt-row";
import type { Row } from "../support/any-row";
import { insertRow, rowOf } from "../support/any-row";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/**
 * The last line again, but from the database's side: it is asked which unique indexes and which triggers it has, in all
 * three modules, and each of them has to refuse what it is there for. One that is added without a line here, or without
 * its row in `npm run guards`, fails the first test.
 */
let database: OwnDatabase;
let pg: Knex;

/** What makes a row fall under an index that is not about every row, or satisfies a check of its table. */
const UNIQUE: Readonly<Record<string, Row>> = {
  account_identity_account: {},
  attempt_gateway_id: { gateway_payment_id: "900001" },
  attempt_live_collection: { state: "created", collection_id: "paycol_1" },
  attempt_live_session: { state: "created" },
  attempt_order_no: {},
  attempt_recurring: { recurring_id: "S1" },
  attention_open: {},
  beneficiary_origin: { origin_key: "import_1" },
  beneficiary_version_number: {},
  bulk_item_number: { number: 1 },
  bulk_item_place: {},
  bulk_run_key: {},
  customer_message_subject: {},
  charge_attempt: {},
  charge_number: {},
  subscription_attempt: { attempt_id: "acqatt_1" },
  subscription_event_once: {},
  subscription_recurring: { recurring_id: "S1" },
  subscription_task_once: {},
  entry_attempt: {},
  inbox_digest: {},
  legal_hold_open: {},
  operation_attempt: {},
  operation_key: {},
  operation_one_authorise: { kind: "authorise", status: "declined" },
  operation_one_review: { kind: "review", status: "settled" },
  operation_one_void: { kind: "void", status: "settled" },
  operation_open_kind: { kind: "refund", status: "sending" },
  operation_open_settle: { kind: "capture", status: "unknown" },
  payment_link_open: {},
  payout_approval_once: {},
  payout_import_key: {},
  payout_origin: { origin_key: "import_1" },
  payout_request: {},
  payout_send_event_once: {},
  payout_send_payout: {},
  payout_send_request: {},
  plan_variant: {},
  recovery_open: {},
  refund_approval_once: {},
  refund_proposal_order: {},
  review_vote_once: {},
  saved_card_token: {},
  staff_notification_waiting: {},
};

const later = { updated_at: new Date(AT.getTime() + 1) };

/** What each trigger refuses: a change of the row, to remove it, to empty the table. */
const TRIGGERS: Readonly<Record<string, readonly (Row | "delete" | "truncate" | "begin_sending" | "send_again")[]>> = {
  "acquiring_erasure.acquiring_append_only": [later, "delete"],
  "acquiring_erasure.acquiring_no_truncate": ["truncate"],
  "acquiring_operation.acquiring_recovery_begin": ["begin_sending"],
  "acquiring_operation.acquiring_recovery_again": ["send_again"],
  "acquiring_payout_send.acquiring_recovery_begin": ["begin_sending"],
  "acquiring_payout_send.acquiring_recovery_again": ["send_again"],
  "acquiring_audit_record.acquiring_append_only": [later, "delete"],
  "acquiring_audit_record.acquiring_no_truncate": ["truncate"],
  "acquiring_beneficiary_version.acquiring_keep_version": [later, { sealed: "other" }, { number: 2_000 }, "delete"],
  "acquiring_beneficiary_version.acquiring_no_truncate_version": ["truncate"],
  "acquiring_subscription_event.acquiring_append_only": [later, "delete"],
  "acquiring_subscription_event.acquiring_no_truncate": ["truncate"],
  "acquiring_entry.acquiring_append_only": [later, "delete"],
  "acquiring_entry.acquiring_no_truncate": ["truncate"],
  "acquiring_operation.acquiring_no_delete": ["delete"],
  "acquiring_payment_attempt.acquiring_no_delete": ["delete"],
  "acquiring_payout.acquiring_keep_payout": [
    { request_id: "other" },
    { created_by: "other" },
    { deleted_at: AT },
    "delete",
  ],
  "acquiring_payout.acquiring_no_truncate_payout": ["truncate"],
  "acquiring_payout_audit.acquiring_keep_audit": [later, "delete"],
  "acquiring_payout_audit.acquiring_no_truncate_audit": ["truncate"],
  "acquiring_payout_send.acquiring_no_delete": ["delete"],
  "acquiring_payout_send.acquiring_no_truncate": ["truncate"],
  "acquiring_payout_send.acquiring_same_payout": [
    { payout_id: "other" },
    { request_id: "other" },
    { account: "other" },
    { currency: "USD" },
    { amount: 101 },
  ],
  "acquiring_payout_send_event.acquiring_append_only": [later, "delete"],
  "acquiring_payout_send_event.acquiring_no_truncate": ["truncate"],
  "acquiring_refund_approval.acquiring_append_only": [later, "delete"],
  "acquiring_refund_approval.acquiring_no_truncate": ["truncate"],
  "acquiring_review_vote.acquiring_append_only": [later, "delete"],
  "acquiring_review_vote.acquiring_no_truncate": ["truncate"],
};

/** What the second row has otherwise, so that it is refused by this index and no other. */
const SECOND: Readonly<Record<string, Row>> = { operation_open_settle: { kind: "void" } };

interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
}
const indexes = new Map<string, Index>();
const triggers = new Set<string>();

beforeAll(async () => {
  const modules = ["acquiring", "acquiring_subscription", "acquiring_payout"];
  database = await ownDatabase("last_line", (await Promise.all(modules.map(allMigrations))).flat());
  pg = database.pool(2);
  const unique = await pg.raw(`
    SELECT index.relname AS name, tables.relname AS "table", array_agg(columns.attname::text) AS columns
    FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS tables ON tables.oid = indrelid
    JOIN pg_attribute AS columns ON columns.attrelid = indexrelid
    WHERE indisunique AND NOT indisprimary AND tables.relname LIKE 'acquiring_%' GROUP BY 1, 2`);
  for (const index of unique.rows) indexes.set(String(index.name).replace("IDX_acquiring_", ""), index);
  // Those that run before the row is written, and may refuse it; events.spec is about the others.
  const fired = await pg.raw(`
    SELECT tables.relname || '.' || tgname AS name FROM pg_trigger
    JOIN pg_class AS tables ON tables.oid = tgrelid WHERE NOT tgisinternal AND tgtype & 2 <> 0`);
  for (const { name } of fired.rows) triggers.add(name);
});
afterAll(() => database.close());

test("every unique index and every trigger of the database is listed here, and is one of the guards", () => {
  expect([...indexes.keys()].sort()).toEqual(Object.keys(UNIQUE).sort());
  expect([...triggers].sort()).toEqual(Object.keys(TRIGGERS).sort());
  const names = new Set(guards.map(({ name }) => name));
  expect(Object.keys(UNIQUE).filter((name) => !names.has(`index ${name}`))).toEqual([]);
  expect(Object.keys(TRIGGERS).filter((name) => !names.has(`trigger ${name.replaceAll("acquiring_", "")}`))).toEqual(
    [],
  );
});

test.each(Object.keys(UNIQUE))("a second row of one %s is refused", async (name) => {
  const index = indexes.get(name);
  if (!index) throw new Error(`There is no index ${name}.`);
  const { table, columns } = index;
  const row = await insertRow(pg, table, UNIQUE[name] ?? {});
  const key = Object.fromEntries(columns.map((column) => [column, row[column]]));
  const same = { ...UNIQUE[name], ...SECOND[name], ...key };
  await expect(pg(table).insert(await rowOf(pg, table, same))).rejects.toThrow(index.name);
  // Not for another reason: with one value of the key changed the same row is taken.
  for (const column of columns) {
    const { [column]: other } = await rowOf(pg, table, {});
    if (other !== undefined && other !== row[column]) await insertRow(pg, table, { ...same, [column]: other });
  }
});

test.each(Object.keys(TRIGGERS))("%s refuses", async (name) => {
  const table = name.slice(0, name.indexOf("."));
  const { id } = await insertRow(pg, table, {});
  for (const change of TRIGGERS[name] ?? []) {
    if (change === "begin_sending" || change === "send_again") {
      await refusesInRecovery(table, change);
      continue;
    }
    const rows = pg(table).where({ id });
    const said =
      change === "truncate"
        ? pg.raw("TRUNCATE ??", [table])
        : change === "delete"
          ? rows.delete()
          : rows.update(change);
    await expect(said).rejects.toThrow(/append-only|never|cannot be changed/);
    expect(await pg(table).where({ id })).toHaveLength(1);
  }
});

/** With a recovery open nothing becomes `sending`, and without one it may. */
async function refusesInRecovery(table: string, change: "begin_sending" | "send_again"): Promise<void> {
  const unsent = await insertRow(pg, table, { status: "not_sent" });
  const fresh = await rowOf(pg, table, { status: "sending" });
  const send = (): PromiseLike<unknown> =>
    change === "begin_sending"
      ? pg(table).insert(fresh)
      : pg(table).where({ id: unsent.id }).update({ status: "sending" });
  const { id } = await insertRow(pg, "acquiring_recovery", { account: "*" });
  await expect(send()).rejects.toThrow("nothing is sent until recovery has ended");
  await pg("acquiring_recovery").where({ id }).update({ finished_at: AT });
  await send();
}
