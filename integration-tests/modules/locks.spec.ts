import type { Knex } from "knex";
import { barePayment } from "../../src/gateway/reading/normalize";
import { createGatewayPaymentId, createOrderNo } from "../../src/gateway/model/ids";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { endBulkItem, waitingBulkItems } from "../../src/modules/acquiring/ledger/bulk-capture-rows";
import { takePending } from "../../src/modules/acquiring/ledger/inbox";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { PayoutSends } from "../../src/modules/acquiring/payouts/payout-sends";
import { cancelSend } from "../../src/modules/acquiring/payouts/payout-cancellation";
import { takeRenewals } from "../../src/modules/acquiring/subscriptions/renewals";
import { BY_JOB, claimRun } from "../../src/modules/acquiring/reconciliation/runs";
import { SavedCards } from "../../src/modules/acquiring/saved-cards/saved-cards";
import { BeneficiaryTable } from "../../src/modules/acquiring_payout/store/beneficiary-table";
import { SubscriptionStore } from "../../src/modules/acquiring_subscription/store/subscription-records";
import { allMigrations } from "../support/all-migrations";
import type { Row } from "../support/any-row";
import { insertRow } from "../support/any-row";
import { AT } from "../support/attempt-row";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";
import { isSomebodyWaiting, until } from "../support/waiting";

/**
 * What is decided under a lock is decided on what the other one left. Somebody changes a row and has not committed; the
 * code comes to the same row; then the first commits. Without the lock the code has read what is no longer so.
 */
let database: OwnDatabase;
let pg: Knex;
const now = (): Date => AT;

beforeAll(async () => {
  const modules = ["acquiring", "acquiring_subscription", "acquiring_payout"];
  database = await ownDatabase("locks", (await Promise.all(modules.map(allMigrations))).flat());
  pg = database.pool(6);
});
afterAll(() => database.close());

type Other = (trx: Knex.Transaction) => Promise<unknown>;

/** `act` runs while `other` is not committed, and until it waits for it or is through; `last` is what the other does then. */
async function meanwhile<T>(other: Other, act: () => Promise<T>, last: Other = async () => undefined): Promise<T> {
  const trx = await pg.transaction();
  await other(trx);
  let isThrough = false;
  const acting = Promise.allSettled([act()]).finally(() => (isThrough = true));
  await until(async () => isThrough || (await isSomebodyWaiting(pg)));
  await last(trx);
  await trx.commit();
  const [said] = await acting;
  if (said.status === "rejected") throw said.reason;
  return said.value;
}

const held =
  (table: string, { id }: Row): Other =>
  (trx) =>
    trx(table).where({ id }).forUpdate();
const changed =
  (table: string, { id }: Row, change: Row): Other =>
  (trx) =>
    trx(table).where({ id }).update(change);

const SEND = { request_id: "req_1", account: "main", currency: "EUR", amount: 100 };
const sendOf = (row: Row) => ({
  payoutId: String(row.payout_id),
  requestId: String(row.request_id),
  account: "main",
  gatewayIdentity: "",
  currency: "EUR",
  amountMinor: 100n,
  payloadHash: "hash",
  actorId: "user_1",
  seenVersion: Number(row.version),
});

describe("another's change is seen", () => {
  test("of a subscription", async () => {
    const row = await insertRow(pg, "acquiring_subscription", { state: "active" });
    const subscriptions = new SubscriptionStore(pg, now);
    const seen = await meanwhile(changed("acquiring_subscription", row, { state: "cancelled" }), () =>
      subscriptions.locked(String(row.id), async ({ state }) => state),
    );
    expect(seen).toBe("cancelled");
  });

  test("of a beneficiary", async () => {
    const row = await insertRow(pg, "acquiring_beneficiary", {});
    const book = new BeneficiaryTable(pg, now);
    const seen = await meanwhile(changed("acquiring_beneficiary", row, { blocked_at: AT }), () =>
      book.locked(String(row.id), async ({ blocked_at: at }) => at),
    );
    expect(seen).toEqual(AT);
  });

  test("of a payout's send: a message continues from the state that another left", async () => {
    const row = await insertRow(pg, "acquiring_payout_send", { ...SEND, request_id: "req_a", status: "pending" });
    const seen: string[] = [];
    await meanwhile(changed("acquiring_payout_send", row, { status: "settled" }), () =>
      new PayoutSends(pg).change(
        String(row.payout_id),
        ({ status }) => {
          seen.push(status);
          return null;
        },
        { now: AT },
      ),
    );
    expect(seen).toEqual(["settled"]);
  });

  test("of a payout's send: an unsent one is sent again by one of two", async () => {
    const row = await insertRow(pg, "acquiring_payout_send", { ...SEND, request_id: "req_b", status: "not_sent" });
    const opened = await meanwhile(
      held("acquiring_payout_send", row),
      () => new PayoutSends(pg, () => AT).open(sendOf(row)),
      changed("acquiring_payout_send", row, { status: "sending" }),
    );
    expect(opened.kind).toBe("known");
  });

  test("of a payout's send: one that is being sent again is not withdrawn", async () => {
    const row = await insertRow(pg, "acquiring_payout_send", { ...SEND, request_id: "req_c", status: "not_sent" });
    const stop = { send: sendOf(row), by: "user_1", note: "No.", now: AT };
    const stopped = await meanwhile(
      held("acquiring_payout_send", row),
      () => cancelSend(pg, stop),
      changed("acquiring_payout_send", row, { status: "sending" }),
    );
    expect(stopped.kind).toBe("open");
  });

  test("of a bulk capture: each result has its own number", async () => {
    const run = await insertRow(pg, "acquiring_bulk_run", { total: 2, ended: 0 });
    await insertRow(pg, "acquiring_bulk_item", { run_id: run.id, place: 1 });
    const [item] = await waitingBulkItems(pg, String(run.id), 1);
    if (!item) throw new Error("No item waits.");
    const end = { amount: 100n, outcome: "done", code: null, message: null } as const;
    await meanwhile(changed("acquiring_bulk_run", run, { ended: 1 }), () => endBulkItem(pg, item, end, AT));
    expect(await pg("acquiring_bulk_item").where({ run_id: run.id }).select("number")).toEqual([{ number: 2 }]);
    expect(await pg("acquiring_bulk_run").where({ id: run.id }).select("ended")).toEqual([{ ended: 2 }]);
  });

  test("of a subscription's first payment: its renewal is opened for the current owner", async () => {
    const first = await insertRow(pg, "acquiring_payment_attempt", { account: "main", customer_id: "cus_before" });
    const ledger = new Ledger(pg);
    const attempt = await ledger.attempt(String(first.id));
    if (!attempt) throw new Error("The payment is gone.");
    const fact = {
      ...barePayment(createOrderNo(String(first.order_no)), "captured"),
      gatewayPaymentId: createGatewayPaymentId("900002"),
      money: createMoney(100n, createCurrency("EUR")),
    };
    const meta = { source: "query", inboxEventId: null, now: AT, askedAt: AT } as const;
    await meanwhile(changed("acquiring_payment_attempt", first, { customer_id: "cus_after" }), () =>
      takeRenewals(ledger, attempt, [fact], { ...meta, unknownFinalAfterMs: 0, completeCartAfterMs: 0 }),
    );
    const renewals = await pg("acquiring_payment_attempt").where({ renewal_of: first.id }).select("customer_id");
    expect(renewals).toEqual([{ customer_id: "cus_after" }]);
  });
});

describe("one at a time", () => {
  const lock = (trx: Knex.Transaction, name: string): Promise<unknown> =>
    trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);

  test("starts the store's own reconciliation", async () => {
    const range = { account: null, from: AT, to: AT };
    const claimed = await meanwhile(
      async (trx) => {
        await lock(trx, "acquiring-reconcile");
        await insertRow(trx, "acquiring_reconciliation_run", { started_by: BY_JOB, started_at: AT });
      },
      () => claimRun(pg, range, { hours: 24, now: AT }),
    );
    expect(claimed).toBeNull();
  });

  test("takes a notification from the inbox, without waiting", async () => {
    const waits = { source: "notify", status: "pending", next_try_at: AT };
    const one = await insertRow(pg, "acquiring_inbox_event", waits);
    const other = await insertRow(pg, "acquiring_inbox_event", waits);
    await pg.transaction(async (trx) => {
      await trx("acquiring_inbox_event").where({ id: one.id }).forUpdate().first("id");
      const taken = pg.transaction(async (another) => {
        await another.raw("SET LOCAL lock_timeout = '2s'");
        return takePending(another, AT, 50);
      });
      expect(await taken).toEqual([other.id]);
    });
    expect(await takePending(pg, AT, 50)).toEqual([one.id]);
  });

  const card = {
    account: "main",
    customerId: "cus_1",
    token: "token_1",
    mask: "411111******1111",
    brand: "visa",
    expiryMonth: "12",
    expiryYear: "2039",
    firstName: "Ada",
    lastName: "Lovelace",
  };

  test("stores a card's token: it belongs to whoever was first", async () => {
    const cards = new SavedCards({ connection: pg, now, enabled: true });
    const kept = await meanwhile(
      async (trx) => {
        await lock(trx, "acquiring-saved-card:token:main:token_1");
        await insertRow(trx, "acquiring_saved_card", { account: "main", token: "token_1", customer_id: "cus_2" });
      },
      () => cards.keep(card),
    );
    expect(kept).toBeNull();
  });

  test("stores a card of a customer: the same card twice is one", async () => {
    const cards = new SavedCards({ connection: pg, now, enabled: true });
    const mine = { token: "token_2", mask: card.mask, expiry_month: "12", expiry_year: "2039" };
    const names = { holder_first_name: "Ada", holder_last_name: "Lovelace", brand: "visa" };
    await meanwhile(
      async (trx) => {
        await lock(trx, "acquiring-saved-card:customer:cus_3");
        await insertRow(trx, "acquiring_saved_card", { account: "main", customer_id: "cus_3", ...mine, ...names });
      },
      () => cards.keep({ ...card, customerId: "cus_3", token: "token_3" }),
    );
    expect(await pg("acquiring_saved_card").where({ customer_id: "cus_3", removed_at: null })).toHaveLength(1);
  });

  test("stores no card of a customer whom Medusa is deleting", async () => {
    await pg.raw("CREATE TABLE customer (id text PRIMARY KEY, deleted_at timestamptz)");
    try {
      await pg("customer").insert([{ id: "cus_4" }, { id: "cus_5" }]);
      const cards = new SavedCards({ connection: pg, now, enabled: true });
      const gone = { ...card, customerId: "cus_4", token: "token_4" };
      const deleted = changed("customer", { id: "cus_4" }, { deleted_at: AT });
      expect(await meanwhile(deleted, () => cards.keep(gone))).toBeNull();
      expect(await cards.import(gone, "user_1")).toEqual({ kind: "deleted" });
      expect(await pg("acquiring_saved_card").where({ customer_id: "cus_4" })).toEqual([]);
      const mine = { ...gone, customerId: "cus_5", token: "token_5" };
      const undeleted = changed("customer", { id: "cus_5" }, { deleted_at: null });
      expect(await meanwhile(undeleted, () => cards.keep(mine))).toMatch(/^acqcrd_/);
    } finally {
      await pg.raw("DROP TABLE customer");
    }
  });

  test("stores a payment's card once: it does not return after the customer has removed it", async () => {
    const cards = new SavedCards({ connection: pg, now, enabled: true });
    const { id } = await insertRow(pg, "acquiring_payment_attempt", { id: "acqatt_saves" });
    const mine = { ...card, customerId: "cus_6", token: "token_6" };
    const kept = await cards.keep(mine, String(id));
    expect(await pg("acquiring_payment_attempt").where({ id }).first("saved_card_id")).toEqual({ saved_card_id: kept });
    expect(await cards.remove("cus_6", String(kept))).toBe(true);
    expect(await cards.keep(mine, String(id))).toBeNull();
    expect(await pg("acquiring_saved_card").where({ customer_id: "cus_6", removed_at: null })).toEqual([]);
  });
});
