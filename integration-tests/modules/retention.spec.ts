import type { Knex } from "knex";
import { raiseAttention } from "../../src/modules/acquiring/ledger/attention-rows";
import { PRUNE, pruneInbox } from "../../src/modules/acquiring/retention/retention";
import type { OwnDatabase } from "../support/own-database";
import { ledgerDatabase } from "../support/ledger-database";

/** What the store forgets and what it never does, against a real Postgres with the ledger's tables. */
const NOW = new Date("2026-11-21T10:00:00Z");
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const OPTIONS = { inboxDays: 90 };

let database: OwnDatabase;
let pg: Knex;
beforeEach(async () => {
  database = await ledgerDatabase("retention");
  pg = database.pool(10);
});
afterEach(() => database.close());

const prune = (): Promise<number> => pruneInbox(pg, OPTIONS, { now: NOW });

async function messages(count: number, more: object): Promise<void> {
  const from = Number((await pg("acquiring_inbox_event").count("* as rows").first())?.rows ?? 0);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: String(from + index), account: "main", source: "notify", digest: String(from + index), tries: 0 },
    ...{ signature: "matched", status: "applied", deliveries: 1, received_at: daysAgo(91), order_no: "A1", ...more },
  }));
  await pg.batchInsert("acquiring_inbox_event", rows, 500);
}

async function payment(): Promise<void> {
  const amounts = ["requested", "authorised", "captured", "refunded", "refund_pending"];
  const zero = JSON.stringify({ value: "0", precision: 20 });
  await pg("acquiring_payment_attempt").insert({
    ...{ id: "acqatt_1", account: "main", provider_id: "pp", mode: "card", session_id: "s", order_no: "A1" },
    ...{ currency: "EUR", state: "captured", version: 1, projected_version: 1, project_failures: 0, checks: 0 },
    ...Object.fromEntries(amounts.flatMap((name) => [[name, 0] as const, [`raw_${name}`, zero] as const])),
    ...{ created_at: daysAgo(400), updated_at: daysAgo(400) },
  });
  await pg("acquiring_operation").insert({
    ...{ id: "acqop_1", attempt_id: "acqatt_1", kind: "capture", sequence: 1, idempotency_key: "capt_1", amount: 0 },
    ...{
      raw_amount: zero,
      currency: "EUR",
      status: "settled",
      actor: "admin",
      sent_at: daysAgo(400),
      recorded_in_medusa: true,
    },
  });
}

test("a processed message is deleted as soon as its days are over, and not before", async () => {
  await messages(1, { received_at: daysAgo(90) });
  await messages(1, { received_at: new Date(daysAgo(90).getTime() - 1), status: "refused" });
  expect(await prune()).toBe(1);
  expect(await pg("acquiring_inbox_event").pluck("status")).toEqual(["applied"]);
});

test("an unprocessed one is never deleted, however old it is", async () => {
  await messages(3, { status: "pending", received_at: daysAgo(4_000) });
  expect(await prune()).toBe(0);
  expect(await pg("acquiring_inbox_event").pluck("status")).toEqual(["pending", "pending", "pending"]);
});

test("what still needs a person is kept until then", async () => {
  await payment();
  await messages(2, {});
  await messages(2, { order_no: "B2" });
  const about = { account: "main", subject: "acqatt_1", attemptId: "acqatt_1", message: "Look." };
  await raiseAttention(pg, { ...about, kind: "backward_move" }, daysAgo(91));
  expect(await prune()).toBe(2);
  expect(await pg("acquiring_inbox_event").pluck("order_no")).toEqual(["A1", "A1"]);
  await pg("acquiring_attention_item").update({ cleared_at: NOW });
  expect(await prune()).toBe(2);
});

test("what an item without a payment is about is kept until then, and nothing else", async () => {
  const refused = { status: "refused" };
  await messages(1, { ...refused, order_no: "X9" });
  await messages(1, { ...refused, order_no: null, account: "other" });
  await messages(1, { ...refused, order_no: null });
  await messages(1, { order_no: "X9" });
  const item = { account: "main", attemptId: null, message: "Look.", kind: "order_mismatch" } as const;
  await raiseAttention(pg, { ...item, subject: "X9" }, daysAgo(91));
  await raiseAttention(pg, { ...item, subject: "main", kind: "notification_unreadable" }, daysAgo(91));
  expect(await prune()).toBe(2);
  const kept = await pg("acquiring_inbox_event").orderBy("order_no").select("account", "order_no");
  expect(kept).toEqual([
    { account: "main", order_no: "X9" },
    { account: "main", order_no: null },
  ]);
});

test("many thousands are deleted in batches, and two servers at once delete each of them once", async () => {
  await messages(4_500, {});
  const counts = await Promise.all([prune(), pruneInbox(database.pool(2), OPTIONS, { now: NOW })]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4_500);
  expect(await pg("acquiring_inbox_event").count("* as rows")).toEqual([{ rows: "0" }]);
});

test("a hold that is placed between two batches keeps what is left", async () => {
  await messages(1_002, {});
  const answers = [{ orderNos: [] }];
  const held = async () => answers.shift() ?? { orderNos: ["A1"] };
  expect(await pruneInbox(pg, OPTIONS, { now: NOW, held })).toBe(1_000);
});

test("a locked message is left for the next night, without waiting", async () => {
  await messages(3, {});
  const holder = await pg.transaction();
  await holder("acquiring_inbox_event").where({ id: "1" }).forUpdate();
  expect(await prune()).toBe(2);
  await holder.rollback();
  expect(await prune()).toBe(1);
});

test("an operation is never deleted: its key prevents the same capture from being sent again", async () => {
  await payment();
  await messages(1, {});
  expect(await prune()).toBe(1);
  expect(await pg("acquiring_operation").pluck("idempotency_key")).toEqual(["capt_1"]);
  await expect(pg("acquiring_operation").delete()).rejects.toThrow("append-only");
  const [again] = await pg("acquiring_operation").select("*");
  const copy = { ...again, id: "acqop_2", sequence: 2, raw_amount: JSON.stringify(again.raw_amount) };
  await expect(pg("acquiring_operation").insert(copy)).rejects.toThrow("IDX_acquiring_operation_key");
});

test("old messages are found by their index, not by reading all of them", async () => {
  await messages(3_000, { received_at: daysAgo(1) });
  await messages(10, {});
  await pg.raw("ANALYZE acquiring_inbox_event");
  const { rows } = await pg.raw(`EXPLAIN ${PRUNE}`, { before: daysAgo(90), batch: 1_000, held: [] });
  expect(JSON.stringify(rows)).toContain("IDX_acquiring_inbox_handled");
});
