import type { Knex } from "knex";
import { AttentionOptions } from "../../src/options/attention-options";
import { Attention } from "../../src/modules/acquiring/attention/attention";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { raiseAttention } from "../../src/modules/acquiring/ledger/attention-rows";
import { storeNotifications } from "../../src/modules/acquiring/ledger/store-notifications";
import { createConnectionBudget } from "../../src/modules/acquiring/runtime/connection-budget";
import { MedusaSyncState } from "../../src/modules/acquiring/medusa-records/medusa-sync-state";
import { amount, AT, attemptRow } from "../support/attempt-row";
import type { OwnDatabase } from "../support/own-database";
import { ledgerDatabase } from "../support/ledger-database";
import { isSomebodyWaiting, until } from "../support/waiting";

/**
 * The last line: what Postgres refuses whatever the code does. Each test writes
 * past the code, straight into the tables; `npm run guards` takes the guard away
 * and demands that its test fails.
 */
let database: OwnDatabase;
let pg: Knex;
let count = 0;

beforeAll(async () => {
  database = await ledgerDatabase("guards");
  pg = database.pool(6);
});
afterAll(() => database.close());

const next = (): string => String((count += 1)).padStart(6, "0");
const stamps = { created_at: AT, updated_at: AT };

async function attempt(more: object = {}): Promise<string> {
  const id = `acqatt_${next()}`;
  const amounts = { requested: 10_000, authorised: 10_000, captured: 5_000, refunded: 1_000, refund_pending: 500 };
  await pg("acquiring_payment_attempt").insert({ ...attemptRow(id, "captured", amounts), ...more });
  return id;
}

const operation = (attemptId: string, more: object): Knex.QueryBuilder =>
  pg("acquiring_operation").insert({
    id: `acqop_${next()}`,
    attempt_id: attemptId,
    kind: "refund",
    sequence: Number(next()),
    idempotency_key: `key_${next()}`,
    ...amount("amount", 100),
    currency: "EUR",
    status: "settled",
    actor: "admin",
    sent_at: AT,
    recorded_in_medusa: true,
    ...stamps,
    ...more,
  });

const entry = (attemptId: string, sequence: number): Knex.QueryBuilder =>
  pg("acquiring_entry").insert({
    id: `acqent_${next()}`,
    attempt_id: attemptId,
    sequence,
    kind: "captured",
    currency: "EUR",
    from_state: "authorised",
    to_state: "captured",
    actor: "system",
    source: "query",
    occurred_at: AT,
    ...stamps,
  });

describe("the database refuses", () => {
  test("a second attempt with the same order number", async () => {
    await attempt({ order_no: "acq_same" });
    await expect(attempt({ order_no: "acq_same" })).rejects.toThrow("IDX_acquiring_attempt_order_no");
  });

  test.each(["created", "action_required", "pending", "unknown", "authorised", "captured"])(
    "a second live attempt of a session that has one that is %s",
    async (state) => {
      const session = `payses_${next()}`;
      await attempt({ session_id: session, state });
      await expect(attempt({ session_id: session, state: "created" })).rejects.toThrow("live_session");
      await attempt({ session_id: session, state: "declined" });
    },
  );

  test.each(["created", "action_required", "pending", "unknown", "authorised", "captured"])(
    "a second live attempt of a payment collection that has one that is %s, whatever their sessions",
    async (state) => {
      const collection = { collection_id: `pay_col_${next()}` };
      await attempt({ ...collection, session_id: `payses_${next()}`, state });
      const second = attempt({ ...collection, session_id: `payses_${next()}`, state: "created" });
      await expect(second).rejects.toThrow("live_collection");
      for (const ended of ["declined", "expired", "voided"]) {
        await attempt({ ...collection, session_id: `payses_${next()}`, state: ended });
      }
    },
  );

  test("the gateway's ID of another attempt", async () => {
    await attempt({ gateway_payment_id: "900001" });
    await expect(attempt({ gateway_payment_id: "900001" })).rejects.toThrow("IDX_acquiring_attempt_gateway_id");
  });

  test("the gateway's subscription ID of another attempt", async () => {
    await attempt({ recurring_id: "S1" });
    await expect(attempt({ recurring_id: "S1" })).rejects.toThrow("IDX_acquiring_attempt_recurring");
  });

  test("two operations with one sequence number", async () => {
    const id = await attempt();
    await operation(id, { sequence: 1 });
    await expect(operation(id, { sequence: 1 })).rejects.toThrow("IDX_acquiring_operation_attempt");
  });

  test("two operations of one kind with one of Medusa's keys, even of two payments", async () => {
    await operation(await attempt(), { idempotency_key: "ref_1" });
    const again = operation(await attempt(), { idempotency_key: "ref_1" });
    await expect(again).rejects.toThrow("IDX_acquiring_operation_key");
  });

  test.each(["sending", "unknown"])("a second refund while one is %s", async (status) => {
    const id = await attempt();
    await operation(id, { status });
    await expect(operation(id, { status: "sending" })).rejects.toThrow("IDX_acquiring_operation_open_kind");
  });

  test.each([
    ["capture", "void"],
    ["void", "capture"],
    ["review", "capture"],
    ["void", "review"],
  ])("with an open %s an open %s", async (first, second) => {
    const id = await attempt();
    await operation(id, { kind: first, status: "unknown" });
    await expect(operation(id, { kind: second, status: "sending" })).rejects.toThrow("open_settle");
  });

  test.each(["sending", "unknown", "pending", "settled"])("a second void beside one that is %s", async (status) => {
    const id = await attempt();
    await operation(id, { kind: "void", status });
    await expect(operation(id, { kind: "void", status: "settled" })).rejects.toThrow(
      "IDX_acquiring_operation_one_void",
    );
  });

  test.each(["sending", "unknown", "pending", "settled"])("a second decision beside one that is %s", async (status) => {
    const id = await attempt();
    await operation(id, { kind: "review", status, action: "reject" });
    const again = operation(id, { kind: "review", status: "settled", action: "approve" });
    await expect(again).rejects.toThrow("IDX_acquiring_operation_one_review");
  });

  test("a second authorise of an attempt, whatever the outcome of the first", async () => {
    const id = await attempt();
    await operation(id, { kind: "authorise", status: "declined" });
    const again = operation(id, { kind: "authorise", status: "settled" });
    await expect(again).rejects.toThrow("IDX_acquiring_operation_one_authorise");
  });

  test("two entries with one sequence number", async () => {
    const id = await attempt();
    await entry(id, 1);
    await expect(entry(id, 1)).rejects.toThrow("IDX_acquiring_entry_attempt");
  });

  test("to have captured more than was authorised", async () => {
    await expect(attempt(amount("captured", 10_001))).rejects.toThrow("captured_within_authorised");
  });

  test("to have refunded more than was captured, pending refunds included", async () => {
    await expect(attempt(amount("refund_pending", 4_001))).rejects.toThrow("refunds_within_captured");
  });

  test("a negative amount", async () => {
    await expect(attempt(amount("requested", -1))).rejects.toThrow("acquiring_attempt_not_negative");
  });

  test("to change, remove or empty the journal and the audit trail", async () => {
    const id = await attempt();
    await entry(id, 1);
    await pg("acquiring_audit_record").insert({
      id: `acqaud_${next()}`,
      actor: "system",
      action: "captured",
      attempt_id: id,
      details: "{}",
      at: AT,
      ...stamps,
    });
    for (const table of ["acquiring_entry", "acquiring_audit_record"]) {
      await expect(pg(table).where({ attempt_id: id }).update({ actor: "admin" })).rejects.toThrow("append-only");
      await expect(pg(table).where({ attempt_id: id }).delete()).rejects.toThrow("append-only");
      await expect(pg.raw("TRUNCATE ??", [table])).rejects.toThrow("append-only");
    }
  });

  test("to remove or hide a payment or an operation", async () => {
    const id = await attempt();
    await operation(id, {});
    await expect(pg("acquiring_payment_attempt").where({ id }).delete()).rejects.toThrow("append-only");
    await expect(pg("acquiring_operation").where({ attempt_id: id }).delete()).rejects.toThrow("append-only");
    const hidden = { deleted_at: AT };
    await expect(pg("acquiring_payment_attempt").where({ id }).update(hidden)).rejects.toThrow("never_hidden");
    await expect(pg("acquiring_operation").where({ attempt_id: id }).update(hidden)).rejects.toThrow("never_hidden");
  });
});

describe("Postgres decides between two at once", () => {
  test("changes under an attempt's row lock are made one after the other", async () => {
    const id = await attempt();
    const ledger = new Ledger(pg);
    const order: string[] = [];
    const gate = new Opening();
    const inside = new Opening();
    const first = ledger.withAttempt(id, async () => {
      inside.open();
      await gate.opened;
      order.push("first");
    });
    await inside.opened;
    const second = ledger.withAttempt(id, async () => void order.push("second"));
    await until(async () => order.length > 0 || (await isSomebodyWaiting(pg)));
    gate.open();
    await Promise.all([first, second]);
    expect(order).toEqual(["first", "second"]);
  });

  test("one projection of an attempt at a time", async () => {
    const id = await attempt();
    const recording = new MedusaSyncState(new Ledger(pg), () => AT, createConnectionBudget(10));
    const gate = new Opening();
    const inside = new Opening();
    const first = recording.exclusively(id, async () => {
      inside.open();
      await gate.opened;
    });
    await inside.opened;
    expect(await recording.exclusively(id, async () => undefined)).toBe(false);
    gate.open();
    expect(await first).toBe(true);
  });

  test("many projections at once leave each other the connections they need", async () => {
    const few = database.pool(4);
    const recording = new MedusaSyncState(new Ledger(few), () => AT, createConnectionBudget(4));
    const ids = await Promise.all(Array.from({ length: 8 }, () => attempt()));
    const project = (): Promise<void> => few.transaction(async () => void (await few.raw("SELECT 1")));
    const done = await Promise.all(ids.map((id) => recording.exclusively(id, project)));
    expect(done).toEqual(ids.map(() => true));
  });

  test("the same notification is one row", async () => {
    const body = Buffer.from("order_no=acq_1&order_status=1");
    const item = {
      account: "main",
      contentType: null,
      body,
      signature: "matched",
      orderNo: "acq_1",
      receivedAt: AT,
    } as const;
    await Promise.allSettled(Array.from({ length: 20 }, () => storeNotifications(pg, [item])));
    expect(await pg("acquiring_inbox_event").select("deliveries")).toEqual([{ deliveries: 20 }]);
  });

  test("the sweep of a kind reaches each of its items in turn, however many stay open", async () => {
    const ids = [await attempt(), await attempt(), await attempt()];
    for (const id of ids) {
      const item = { account: "main", kind: "external_void", subject: id, attemptId: id, message: "No." } as const;
      await raiseAttention(pg, item, AT);
    }
    let looks = 0;
    const now = (): Date => new Date(AT.getTime() + (looks += 1));
    const attention = new Attention({
      ...{ connection: pg, ledger: new Ledger(pg), now, accounts: [], options: AttentionOptions.parse({}) },
      accountOf: () => undefined,
      placesOf: () => [],
      changedAccounts: () => Promise.resolve([]),
    });
    const seen = [await attention.paymentsInTurn("external_void", 2)];
    seen.push(await attention.paymentsInTurn("external_void", 2));
    expect(seen.map(({ length }) => length)).toEqual([2, 2]);
    expect(new Set(seen.flat().map(({ id }) => id))).toEqual(new Set(ids));
  });

  test("one open item for a kind and a subject", async () => {
    const item = { account: "main", kind: "query_refused", subject: "main", attemptId: null, message: "No." } as const;
    await Promise.allSettled(Array.from({ length: 20 }, () => raiseAttention(pg, item, AT)));
    expect(await pg("acquiring_attention_item").where({ kind: "query_refused" }).select("count")).toEqual([
      { count: 20 },
    ]);
  });

  test("a refund that was proven later is claimed by one row of Medusa's", async () => {
    const id = await attempt();
    await operation(id, { id: "acqop_claimed", recorded_in_medusa: false });
    const recording = new MedusaSyncState(new Ledger(pg), () => AT, createConnectionBudget(10));
    expect(await recording.claimRefund(id, "acqop_claimed", 99n)).toBe(false);
    const claims = await Promise.all(Array.from({ length: 5 }, () => recording.claimRefund(id, "acqop_claimed", 100n)));
    expect(claims.filter((claimed) => claimed)).toEqual([true]);
  });
});

/** A door that one side opens and the other waits at. */
class Opening {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}
