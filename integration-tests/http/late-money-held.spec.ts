import { acquiringReviewAttemptWorkflow } from "../../src/workflows/review-attempt";
import { withStore } from "../support/boot";
import type { Checkout } from "../support/shop";
import { cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** More than any other test of these pays. */
process.env.DEMO_HOLD_FROM = "15000";
afterAll(() => {
  delete process.env.DEMO_HOLD_FROM;
});

const SHOP = "http://localhost:8000";

/** `lateMoney: "hold"`: an admin decides, and nothing is returned automatically. */
withStore(
  "late_hold",
  (stage) => {
    /** To the bank's page; what it returns approves the payment there. */
    async function redirected(checkout: Checkout): Promise<() => Promise<unknown>> {
      const choice = { type: "card", card: cardInput("4000000000003063") };
      const { body } = await stage()
        .shop.payBy(checkout, choice, { return_to: `${SHOP}/` })
        .expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(body.payment.action.url);
      return () => traveller.submit(page, { decision: "approve" });
    }

    test("money for a replaced session is held and shown, and nothing is sent", async () => {
      const { shop, gateway, hurry, ledger, pg } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      await shop.session(checkout.collectionId, {}, "checkout");
      await hurry();
      ledger.useClock(() => new Date(Date.now() + 60_000));
      await hurry();
      expect((await gateway.requests()).filter(({ operation }) => operation === "cancel")).toHaveLength(0);
      const { rows } = await pg.raw("SELECT kind, message FROM acquiring_attention_item WHERE cleared_at IS NULL");
      expect(rows).toEqual([
        { kind: "late_or_duplicate_payment", message: expect.stringContaining("Void or refund it") },
      ]);
    });

    test("an admin captures the payment that made the order, though another attempt of its session holds money too", async () => {
      const { shop, admin, gateway, hurry, ledger, pg } = stage();
      const checkout = await shop.checkout();
      const approveLate = await redirected(checkout);
      await shop.pay(checkout).expect(200);
      const done = await shop.complete(checkout);
      await approveLate();
      await hurry();
      ledger.useClock(() => new Date(Date.now() + 60_000));
      await hurry();
      const payment = await admin.payment(done.order?.id ?? "");
      await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
      const { rows } = await pg.raw(
        "SELECT state, is_late, order_no FROM acquiring_payment_attempt WHERE cart_id = ? ORDER BY created_at",
        [checkout.cartId],
      );
      expect(rows.map(({ state, is_late }: { state: string; is_late: boolean }) => [state, is_late])).toEqual([
        ["authorised", true],
        ["captured", false],
      ]);
      expect((await gateway.transaction(rows[1].order_no)).state).toBe("captured");
      expect((await gateway.transaction(rows[0].order_no)).state).toBe("authorised");
    });

    test("a late payment that waits for a review beside the one that made the order does not keep it from being fulfilled", async () => {
      const { shop, admin, container, gateway, hurry, ledger, pg } = stage();
      const checkout = await shop.checkout("tall-vase", 2);
      const approveLate = await redirected(checkout);
      await shop.pay(checkout).expect(200);
      const { id = "" } = (await ledger.attempts.attemptOfSession(checkout.session.id)) ?? {};
      const decision = {
        attemptId: id,
        action: "approve",
        note: null,
        actorId: "user_1",
        idempotencyKey: "of_order",
      } as const;
      await acquiringReviewAttemptWorkflow(container).run({ input: decision });
      await hurry();
      const { order_id: orderId } = await pg("order_cart").where({ cart_id: checkout.cartId }).first("order_id");
      await approveLate();
      await hurry();
      const attempts = pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).orderBy("created_at");
      expect(await attempts.select("state", "is_late", "hold_decision", "reversal_reason")).toEqual([
        { state: "authorised", is_late: true, hold_decision: null, reversal_reason: null },
        { state: "authorised", is_late: false, hold_decision: "approved", reversal_reason: null },
      ]);
      expect(await gateway.sent("cancel")).toBe(0);
      const order = await admin.get(`/admin/orders/${String(orderId)}?fields=*items`).expect(200);
      const items = [{ id: order.body.order.items[0].id, quantity: 2 }];
      await admin.post(`/admin/orders/${String(orderId)}/fulfillments`, { items }).expect(200);
    });

    test("a late capture of another attempt is not recorded on the order's payment", async () => {
      const { shop, admin, gateway, hurry, ledger } = stage();
      const checkout = await shop.checkout();
      const approveLate = await redirected(checkout);
      await shop.pay(checkout).expect(200);
      const done = await shop.complete(checkout);
      await gateway.control("settings", { captureMode: "automatic" });
      await approveLate();
      await hurry();
      ledger.useClock(() => new Date(Date.now() + 60_000));
      await hurry();
      await hurry();
      expect((await admin.payment(done.order?.id ?? "")).captures).toEqual([]);
    });

    test("a shop that polls a hundred times at once causes one query", async () => {
      const { shop, gateway, ledger } = stage();
      const checkout = await shop.checkout();
      await gateway.fault("authorise", "drop-before");
      await gateway.fault("retrievalTrans", "drop-before", 500);
      await shop.pay(checkout).expect(200);
      // All at the same time, however slow the machine.
      const later = new Date(Date.now() + 5_000);
      ledger.useClock(() => later);
      const before = (await gateway.requests()).length;
      await Promise.all(Array.from({ length: 100 }, () => shop.status(checkout)));
      expect((await gateway.requests()).slice(before).map(({ operation }) => operation)).toEqual(["retrievalTrans"]);
    });
  },
  {},
  { lateMoney: "hold" },
);
