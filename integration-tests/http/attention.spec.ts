import request from "supertest";
import { barePayment } from "../../src/gateway/reading/normalize";
import type { PaymentReading } from "../../src/gateway/model/facts";
import { createOrderNo } from "../../src/gateway/model/ids";
import { applyFacts } from "../../src/modules/acquiring/ledger/apply-facts";
import { acquiringDismissAttentionWorkflow } from "../../src/workflows";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { insertRow } from "../support/any-row";
import { withStore } from "../support/boot";
import { cardInput, CARDS } from "../support/shop";
import type { Checkout } from "../support/shop";
import { Traveller } from "../support/traveller";
import { retryWaiting } from "../support/waiting";

/**
 * Attention items of payments, raised by their real cause, solved, and closed with their reason; what cannot be proven
 * stays open until an admin closes it. Other kinds are tested with their cause, for example in `outside-money.spec.ts`.
 */
const SHOP = "http://localhost:8000";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Item {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly count: number;
  readonly cleared_reason: string | null;
}

withStore("attention", (stage) => {
  let start = Date.now();
  beforeEach(() => {
    start = Date.now();
  });
  /** Sets the store's clock to this long after the start of the test. */
  const at = (ms: number): void => stage().ledger.useClock(() => new Date(start + ms));
  const watch = (): Promise<void> => watchAttention(stage().container);
  const items = async (): Promise<Item[]> =>
    (await stage().pg.raw("SELECT * FROM acquiring_attention_item ORDER BY raised_at, kind")).rows;
  const open = async (): Promise<string[]> =>
    (await items()).filter(({ cleared_reason }) => cleared_reason === null).map(({ kind }) => kind);
  const reasons = async (): Promise<[string, string | null][]> =>
    (await items()).map(({ kind, cleared_reason }) => [kind, cleared_reason]);
  const attemptOf = async ({ cartId }: Pick<Checkout, "cartId">): Promise<{ id: string; order_no: string }> =>
    (
      await stage().pg.raw("SELECT * FROM acquiring_payment_attempt WHERE cart_id = ? ORDER BY created_at DESC", [
        cartId,
      ])
    ).rows[0];

  /** An order with its payment captured in full. */
  async function captured(): Promise<{ checkout: Checkout; orderId: string; paymentId: string }> {
    const { shop, admin } = stage();
    const { orderId, checkout } = await shop.order();
    const { id: paymentId } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
    return { checkout, orderId, paymentId };
  }

  /** Scripts one query answer with this status; the gateway's data is not changed. */
  async function misread(checkout: Checkout, reading: PaymentReading): Promise<void> {
    const { ledger } = stage();
    const { id, order_no: orderNo } = await attemptOf(checkout);
    await applyFacts(ledger.attempts, id, [barePayment(createOrderNo(orderNo), reading)], {
      source: "query",
      inboxEventId: null,
      now: ledger.now(),
      askedAt: ledger.now(),
      unknownFinalAfterMs: 15 * MINUTE,
      completeCartAfterMs: 0,
    });
  }

  /** Refuses inserts into one of Medusa's tables until the returned function is called. */
  async function refuse(table: string): Promise<() => Promise<unknown>> {
    const { pg } = stage();
    await pg.raw(
      `CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused for the test'; END $$`,
    );
    await pg.raw(`CREATE TRIGGER refuse_row BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION refuse_row()`);
    return () => pg.raw(`DROP TRIGGER refuse_row ON "${table}"`);
  }

  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) await stage().hurry();
  };

  describe("closes automatically once it is solved, with the reason", () => {
    test("unknown_outcome: a query resolves it", async () => {
      const { shop, gateway, hurry } = stage();
      await gateway.fault("authorise", "drop-after-apply");
      await gateway.fault("retrievalTrans", "5xx-before", 1_000);
      await shop.pay(await shop.checkout()).expect(200);
      at(16 * MINUTE);
      await hurry();
      expect(await open()).toEqual(["unknown_outcome"]);
      await watch();
      expect(await open()).toEqual(["unknown_outcome"]);
      await request(gateway.url).delete("/_control/faults").expect(200);
      await hurry();
      expect(await reasons()).toEqual([["unknown_outcome", "solved"]]);
    });

    test("query_refused: nothing of the removed account is waiting any more", async () => {
      const { shop, pg, hurry } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout, CARDS.pending).expect(200);
      const { id } = await attemptOf(checkout);
      await pg("acquiring_payment_attempt").where({ id }).update({ account: "gone" });
      await hurry();
      await watch();
      expect(await open()).toEqual(["query_refused"]);
      await pg("acquiring_payment_attempt").where({ id }).update({ account: "main" });
      await watch();
      expect(await reasons()).toEqual([["query_refused", "nothing_waits"]]);
    });

    test.each([
      ["unmapped_code", "unmapped", "listed"],
      ["backward_move", "declined", "agrees"],
    ] as const)("%s: a later response, queried by the sweep itself, is readable", async (kind, reading, reason) => {
      const { shop, gateway, work } = stage();
      const { checkout } = await shop.order();
      await work();
      await misread(checkout, reading);
      expect(await open()).toEqual([kind]);
      await watch();
      const before = (await gateway.requests()).length;
      await work();
      expect([await open(), (await gateway.requests()).length]).toEqual([[kind], before]);
      // Nothing else would check this payment: after ten minutes the sweep makes the check due.
      at(11 * MINUTE);
      await watch();
      await work();
      expect((await gateway.requests()).slice(before).map(({ operation }) => operation)).toEqual(["retrievalTrans"]);
      await watch();
      expect(await reasons()).toEqual([[kind, reason]]);
    });

    test("late_or_duplicate_payment: the void is proven", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      await shop.session(checkout.collectionId, {}, "checkout");
      await rounds(1);
      at(30_000);
      await rounds(2);
      expect(await open()).toEqual(["late_or_duplicate_payment"]);
      await watch();
      expect(await reasons()).toEqual([["late_or_duplicate_payment", "given_back"]]);
    });

    test("late_or_duplicate_payment: the refund is paid out, not merely accepted", async () => {
      const { shop, gateway, ledger } = stage();
      await gateway.control("settings", { captureMode: "automatic" });
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      await ledger.checkAttempt((await attemptOf(checkout)).id);
      await shop.session(checkout.collectionId, {}, "checkout");
      await rounds(1);
      at(30_000);
      await rounds(2);
      await watch();
      await gateway.control("settings", { captureMode: "manual" });
      expect(await open()).toEqual(["late_or_duplicate_payment"]);
      await gateway.control("process-refunds", { order_no: (await attemptOf(checkout)).order_no });
      await rounds(1);
      await watch();
      expect(await reasons()).toEqual([["late_or_duplicate_payment", "given_back"]]);
    });

    test("late_or_duplicate_payment: the payment pays for the order after all", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      const { body } = await shop
        .payBy(checkout, { type: "card", card: cardInput("4000000000003063") }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(body.payment.action.url);
      at(31 * MINUTE);
      await rounds(1);
      await traveller.submit(page, { decision: "approve" });
      at(33 * MINUTE);
      await rounds(2);
      expect(await reasons()).toEqual([["late_or_duplicate_payment", "pays_for_order"]]);
    });

    test.each([
      ["paid_without_order", "order"],
      ["not_recorded", "capture"],
    ] as const)("%s: Medusa can write the %s again, and it is recorded", async (kind, table) => {
      const { shop, admin, gateway } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      if (kind === "not_recorded") {
        const done = await shop.complete(checkout);
        await gateway.fault("capture", "drop-after-apply");
        const payment = await admin.payment(done.order?.id ?? "");
        await admin.post(`/admin/payments/${payment.id}/capture`).expect(400);
      }
      const allow = await refuse(table);
      for (let round = 1; round <= 6; round += 1) {
        at(round * MINUTE);
        await rounds(1);
      }
      await watch();
      expect(await open()).toEqual([kind]);
      await allow();
      await rounds(1);
      expect(await reasons()).toEqual([[kind, "recorded"]]);
    });

    test("paid_without_order: raised for money without an order, and closed by the order", async () => {
      const { shop, work } = stage();
      await shop.pay(await shop.checkout()).expect(200);
      at(14 * MINUTE);
      await watch();
      expect(await open()).toEqual([]);
      at(16 * MINUTE);
      await watch();
      await watch();
      expect((await items()).map(({ kind, count }) => [kind, count])).toEqual([["paid_without_order", 1]]);
      await work();
      expect(await reasons()).toEqual([["paid_without_order", "recorded"]]);
    });

    test("refund_failed: the amount is refunded again", async () => {
      const { admin, gateway, hurry } = stage();
      const { checkout, paymentId } = await captured();
      const { order_no } = await attemptOf(checkout);
      await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 40 }).expect(200);
      await gateway.control("process-refunds", { order_no, outcome: "failed" });
      await hurry();
      await watch();
      expect(await open()).toEqual(["refund_failed"]);
      at(MINUTE);
      await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 39 }).expect(200);
      await watch();
      expect(await open()).toEqual(["refund_failed"]);
      await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 1 }).expect(200);
      await watch();
      expect(await reasons()).toEqual([["refund_failed", "refunded_again"]]);
    });

    test("external_refund: the refund is recorded once that is possible", async () => {
      const { gateway, pg, work } = stage();
      const { checkout } = await captured();
      const { id, order_no } = await attemptOf(checkout);
      const knowCaptured = (minor: number): Promise<number> =>
        pg("acquiring_payment_attempt")
          .where({ id })
          .update({ captured: minor, raw_captured: JSON.stringify({ value: String(minor), precision: 20 }) });
      await knowCaptured(1_000);
      await gateway.control("portal-refund", { order_no, amount: "30.00" });
      expect(await gateway.notify(order_no, { kind: "refund" })).toEqual([200]);
      await work();
      await watch();
      expect(await open()).toEqual(["external_refund"]);
      await knowCaptured(10_000);
      at(11 * MINUTE);
      await watch();
      await work();
      await rounds(1);
      await watch();
      expect(await reasons()).toEqual([["external_refund", "solved"]]);
    });

    test("external_void: the unpaid order is cancelled", async () => {
      const { shop, admin, gateway, work } = stage();
      const { orderId, checkout } = await shop.order();
      const { order_no } = await attemptOf(checkout);
      await gateway.control("portal-void", { order_no });
      expect(await gateway.notify(order_no, { kind: "void" })).toEqual([200]);
      await work();
      await rounds(1);
      await watch();
      expect(await open()).toEqual(["external_void"]);
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      await watch();
      expect(await reasons()).toEqual([["external_void", "order_cancelled"]]);
    });

    test("notification_contradicted: what it claimed has come true", async () => {
      const { shop, admin, gateway, work } = stage();
      const { checkout, orderId } = await shop.order();
      const lie = { kind: "capture", overrides: { payment_status: "3000" } };
      expect(await gateway.notify((await attemptOf(checkout)).order_no, lie)).toEqual([200]);
      await work();
      await retryWaiting(stage(), 5);
      await watch();
      expect(await open()).toEqual(["notification_contradicted"]);
      await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`).expect(200);
      await watch();
      expect(await reasons()).toEqual([["notification_contradicted", "confirmed"]]);
    });

    test("notification_unreadable: a day without another, with one that could be read, and with none that waits", async () => {
      const { shop, gateway, base, pg, work } = stage();
      const { checkout } = await shop.order();
      await request(base).post("/acquiring/notify/main").type("form").send("a=b").expect(400);
      at(25 * HOUR);
      await watch();
      expect(await open()).toContain("notification_unreadable");
      expect(await gateway.notify((await attemptOf(checkout)).order_no)).toEqual([200]);
      await work();
      const waiting = { account: "main", source: "notify", status: "pending", received_at: new Date(start) };
      const { id } = await insertRow(pg, "acquiring_inbox_event", {
        ...waiting,
        next_try_at: new Date(start + 72 * HOUR),
      });
      await watch();
      expect(await open()).toContain("notification_unreadable");
      await pg("acquiring_inbox_event").where({ id }).update({ status: "applied" });
      await watch();
      expect(await reasons()).toEqual([["notification_unreadable", "readable_again"]]);
    });

    test("expiring_authorisation: raised a day before its end, once, and closed by the capture", async () => {
      const { shop, admin, work, pg } = stage();
      const { orderId } = await shop.order();
      await work();
      at(6 * DAY - MINUTE);
      await watch();
      expect(await open()).toEqual([]);
      at(6 * DAY + MINUTE);
      await watch();
      await watch();
      expect((await items()).map(({ kind, count }) => [kind, count])).toEqual([["expiring_authorisation", 1]]);
      expect(await pg("acquiring_entry").where({ kind: "authorisation_expiring" })).toHaveLength(1);
      const { body } = await admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200);
      expect(body.payments[0].attention).toMatchObject([{ kind: "expiring_authorisation", action: "capture_or_void" }]);
      await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`).expect(200);
      await watch();
      expect(await reasons()).toEqual([["expiring_authorisation", "not_authorised_any_more"]]);
    });

    test("nothing is left to capture of an account that captures once, so nobody is told", async () => {
      const { shop, admin, work, pg } = stage();
      const { orderId } = await shop.order();
      await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`, { amount: 10 }).expect(200);
      await work();
      at(6 * DAY + MINUTE);
      await watch();
      expect([await open(), await pg("acquiring_entry").where({ kind: "authorisation_expiring" })]).toEqual([[], []]);
    });

    test("signature_mismatch_rate: an hour without many of them", async () => {
      const { shop, gateway } = stage();
      const { checkout } = await shop.order();
      const { order_no } = await attemptOf(checkout);
      const lie = { signature: "invalid", overrides: { payment_status: "3000", notify_type: "capture" } };
      for (let count = 0; count < 4; count += 1) expect(await gateway.notify(order_no, lie)).toEqual([401]);
      await watch();
      // Four invalid signatures and the valid answer to the authorise: five in total, 80 %.
      expect(await open()).toEqual(["signature_mismatch_rate"]);
      expect((await items())[0]?.message).toContain("4 of the gateway's last 5 signed messages");
      at(59 * MINUTE);
      await watch();
      expect(await open()).toEqual(["signature_mismatch_rate"]);
      at(3 * HOUR);
      await watch();
      expect(await reasons()).toEqual([["signature_mismatch_rate", "quiet"]]);
    });
  });

  test("an item that needs a person stays open until one dismisses it, whatever the gateway reports; the audit trail records who", async () => {
    const { shop, gateway, work, pg, container, ledger } = stage();
    const { checkout } = await shop.order();
    const { id: attemptId, order_no } = await attemptOf(checkout);
    expect(await gateway.notify(order_no, { overrides: { amount: "1.00" } })).toEqual([200]);
    expect(await gateway.notify(order_no, { overrides: { order_no: "somebody-else" } })).toEqual([200]);
    await work();
    at(2 * HOUR);
    await rounds(2);
    await ledger.checkAttempt(attemptId);
    await watch();
    expect((await open()).sort()).toEqual(["amount_mismatch", "order_mismatch"]);
    const mine = (await items()).find(({ kind }) => kind === "amount_mismatch");
    const input = { id: mine?.id ?? "", actor_id: "user_ada", note: "Looked it up: a forged message." };
    await acquiringDismissAttentionWorkflow(container).run({ input });
    expect(await open()).toEqual(["order_mismatch"]);
    const { rows } = await pg.raw("SELECT * FROM acquiring_audit_record WHERE action = 'attention_dismissed'");
    expect(rows).toMatchObject([
      {
        actor: "admin",
        actor_id: "user_ada",
        attempt_id: attemptId,
        details: { kind: "amount_mismatch", note: input.note },
      },
    ]);
    await expect(ledger.attention.dismiss(input.id, "user_ada", "again")).rejects.toThrow(
      "There is no open attention item",
    );
    const other = (await items()).find(({ kind }) => kind === "order_mismatch")?.id ?? "";
    await expect(ledger.attention.dismiss(other, "user_ada", "  ")).rejects.toThrow("Enter a note of 1");
    await expect(ledger.attention.dismiss(other, "user_ada", "4111111111111111")).rejects.toThrow(
      "contains a card number",
    );
    expect(await open()).toEqual(["order_mismatch"]);
    // Another occurrence of the same problem is a new event.
    expect(await gateway.notify(order_no, { overrides: { amount: "1.00", note: "second" } })).toEqual([200]);
    await work();
    expect((await open()).sort()).toEqual(["amount_mismatch", "order_mismatch"]);
  });

  test("an item that says something else by now is not dismissed unseen", async () => {
    const { admin, ledger, base, pg } = stage();
    await request(base).post("/acquiring/notify/main").type("form").send("a=b").expect(400);
    await ledger.watchAttention();
    const [read] = (await admin.get("/admin/acquiring/attention").expect(200)).body.items;
    await pg("acquiring_attention_item").where({ id: read.id }).update({ message: "Paid after all." });
    const dismiss = () =>
      admin.post(`/admin/acquiring/attention/${read.id}/dismiss`, { note: "Seen.", message: read.message });
    expect((await dismiss().expect(400)).body.message).toBe("Not closed: the item has changed. Paid after all.");
    expect(await items()).toHaveLength(1);
    await pg("acquiring_attention_item").where({ id: read.id }).update({ message: read.message });
    await dismiss().expect(200);
  });

  test("two dismissals at once are one, and leave one audit record", async () => {
    const { ledger, base, pg } = stage();
    await request(base).post("/acquiring/notify/main").type("form").send("a=b").expect(400);
    await ledger.watchAttention();
    const [{ id } = { id: "" }] = await items();
    const both = await Promise.allSettled(
      [1, 2].map((who) => ledger.attention.dismiss(id, `user_${String(who)}`, "Seen.")),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { rows } = await pg.raw("SELECT actor_id FROM acquiring_audit_record WHERE action = 'attention_dismissed'");
    expect(rows).toHaveLength(1);
  });

  test("the sweep queries a gateway that is down at a bounded rate", async () => {
    const { shop, gateway, work } = stage();
    const { checkout } = await shop.order();
    await work();
    await misread(checkout, "declined");
    await gateway.fault("retrievalTrans", "5xx-before", 1_000);
    const before = (await gateway.requests()).length;
    for (let minute = 0; minute <= 180; minute += 1) {
      at(minute * MINUTE);
      await watch();
      await work();
    }
    // First after 10 minutes, then with growing pauses: 11, 13, 17, 25, 41, 73 and 137. The sweep adds none.
    expect((await gateway.requests()).length - before).toBe(8);
    expect(await open()).toEqual(["backward_move"]);
  }, 300_000);

  test("a notification deleted after 90 days changes nothing when it is delivered again", async () => {
    const { shop, gateway, work, pg, ledger } = stage();
    const { checkout } = await shop.order();
    const { order_no } = await attemptOf(checkout);
    expect(await gateway.notify(order_no)).toEqual([200]);
    await work();
    const before = await pg("acquiring_payment_attempt").select("state", "captured", "version");
    at(91 * DAY);
    expect(await ledger.prune()).toBeGreaterThan(0);
    expect(await pg("acquiring_inbox_event").where({ source: "notify" })).toEqual([]);
    expect(await gateway.notify(order_no)).toEqual([200]);
    await work();
    expect(await pg("acquiring_payment_attempt").select("state", "captured", "version")).toEqual(before);
    expect(await pg("acquiring_inbox_event").where({ source: "notify" }).pluck("status")).toEqual(["applied"]);
  });
});
