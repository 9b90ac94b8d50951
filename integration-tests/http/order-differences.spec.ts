import { orderBalance } from "../../src/application/orders/order-balance";
import { LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";
import { refundDesk, requestReturn, shippedOrder } from "../support/returns";
import type { Shipped } from "../support/returns";

/** An exchange or a claim that raises an order's total: the difference is paid with a link, and Medusa's records follow. */
withStore("order-differences", (stage) => {
  interface Sold {
    readonly orderId: string;
    readonly itemId: string;
    readonly variantId: string;
  }

  /** An order of 100.00 EUR, captured and sent. */
  async function sold(): Promise<Sold> {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`).expect(200);
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
    const [{ id: itemId, variant_id: variantId }] = body.order.items;
    await admin.post(`/admin/orders/${orderId}/fulfillments`, { items: [{ id: itemId, quantity: 1 }] }).expect(200);
    return { orderId, itemId, variantId };
  }

  async function exchanged({ orderId, itemId, variantId }: Sold): Promise<void> {
    const { admin } = stage();
    const { body } = await admin.post("/admin/exchanges", { order_id: orderId }).expect(200);
    const at = `/admin/exchanges/${String(body.exchange.id)}`;
    await admin.post(`${at}/inbound/items`, { items: [{ id: itemId, quantity: 1 }] }).expect(200);
    await admin.post(`${at}/outbound/items`, { items: [{ variant_id: variantId, quantity: 2 }] }).expect(200);
    await admin.post(`${at}/request`).expect(200);
  }

  async function claimed({ orderId, itemId, variantId }: Sold): Promise<void> {
    const { admin } = stage();
    const { body } = await admin.post("/admin/claims", { order_id: orderId, type: "replace" }).expect(200);
    const at = `/admin/claims/${String(body.claim.id)}`;
    await admin.post(`${at}/claim-items`, { items: [{ id: itemId, quantity: 1, reason: "wrong_item" }] }).expect(200);
    await admin.post(`${at}/outbound/items`, { items: [{ variant_id: variantId, quantity: 2 }] }).expect(200);
    await admin.post(`${at}/request`).expect(200);
  }

  async function recordsOf(orderId: string): Promise<{ owed: number; paid: number; transactions: number[] }> {
    const { admin, pg } = stage();
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=total,summary`).expect(200);
    const amounts = await pg("order_transaction").where({ order_id: orderId }).orderBy("created_at").pluck("amount");
    const { pending_difference: owed, paid_total: paid } = body.order.summary;
    return { owed, paid, transactions: amounts.map(Number) };
  }

  test.each([
    // The two new pieces of 100.00, less the one that is to come back.
    ["an exchange", exchanged, 100],
    ["a claim", claimed, 200],
  ])("the difference of %s is paid with a link, and Medusa's records follow each step", async (_what, change, owed) => {
    const { admin, gateway, pg } = stage();
    const order = await sold();
    await change(order);
    const { orderId } = order;
    const before = await recordsOf(orderId);
    expect(before).toMatchObject({ paid: 100, transactions: [100] });
    expect(before.owed).toBe(owed);
    const [asked] = await pg("payment_collection").where({ status: "not_paid" });
    expect(Number(asked.amount)).toBe(owed);
    const due = before.owed.toFixed(2);

    const link = await linkFor(stage(), orderId);
    const customer = new LinkPayer(stage(), link.token);
    expect(await customer.shown()).toMatchObject({ state: "open", amount: due, currency: "EUR" });
    const session = await customer.begin();
    expect((await customer.pay(session).expect(200)).body.payment.state).toBe("authorised");
    expect(await customer.shown()).toMatchObject({ state: "paid", amount: null });
    const [payment] = await pg("payment").where({ payment_session_id: session.session_id });
    expect(Number(payment.amount)).toBe(before.owed);
    const { body } = await admin.get(`/admin/acquiring/orders/${orderId}/payment-links`).expect(200);
    expect(body.due).toBeNull();

    await admin.post(`/admin/payments/${String(payment.id)}/capture`).expect(200);
    expect(await recordsOf(orderId)).toEqual({
      owed: 0,
      paid: 100 + before.owed,
      transactions: [100, before.owed],
    });
    const [collection] = await pg("payment_collection").where({ id: payment.payment_collection_id });
    expect([collection.status, Number(collection.captured_amount)]).toEqual(["completed", before.owed]);

    await admin.post(`/admin/payments/${String(payment.id)}/refund`, { amount: 10 }).expect(200);
    expect(await recordsOf(orderId)).toMatchObject({ owed: 0, transactions: [100, before.owed, -10] });
    expect((await gateway.state()).effects).toMatchObject({ authorise: 2, capture: 2, refund: 1, cancel: 0 });
    await later(stage());
    expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
  });

  const BY: Readonly<Record<string, (order: Shipped) => Promise<void>>> = {
    "with Medusa's button": async ({ orderId }) => {
      const { id } = await stage().admin.payment(orderId);
      await stage().admin.post(`/admin/payments/${id}/refund`, { amount: 24.5 }).expect(200);
    },
    // Core would need a credit line, which it refuses then, for what the order does not owe.
    "in the gateway's portal, while an edit is open,": async ({ attemptId, orderId, orderNo }) => {
      await stage().admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
      await stage().gateway.control("portal-refund", { order_no: orderNo, amount: "24.50", reason: "by telephone" });
      await stage().ledger.checkAttempt(attemptId);
      await stage().hurry();
    },
  };

  test.each(Object.keys(BY))(
    "a refund %s for a return that has not arrived leaves nothing to refund when it arrives",
    async (how) => {
      const { admin, gateway, pg } = stage();
      const order = await shippedOrder(stage());
      const request = await requestReturn(stage(), order, 1);
      await BY[how]?.(order);
      expect((await recordsOf(order.orderId)).transactions).toEqual([98, -24.5]);
      expect(await pg("order_credit_line").whereNull("deleted_at")).toEqual([]);
      await stage().admin.delete(`/admin/order-edits/${order.orderId}`);
      await request.receive();
      expect(await recordsOf(order.orderId)).toMatchObject({ owed: 0, paid: 98 });
      expect(await refundDesk(admin, order.orderId).read()).toMatchObject({ surplus: null, plan: null });
      await later(stage());
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    },
  );

  test("after a refund for a return that has not arrived, the next refund need not wait", async () => {
    const { admin, gateway, pg } = stage();
    const order = await shippedOrder(stage());
    const { id } = await admin.payment(order.orderId);
    const refund = (amount: number) => admin.post(`/admin/payments/${id}/refund`, { amount });
    await requestReturn(stage(), order, 1);
    await refund(24.5).expect(200);
    await refund(10).expect(200);
    expect((await recordsOf(order.orderId)).transactions).toEqual([98, -24.5, -10]);
    expect(await pg("order_credit_line").whereNull("deleted_at").pluck("amount")).toEqual(["10"]);
    await later(stage());
    expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
  });

  test("what an account that captures once can no longer capture is asked for", async () => {
    const { admin, container, gateway, hurry, pg, shop } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    const owed = async () => (await orderBalance(container, orderId))?.money?.minor ?? null;
    expect(await owed()).toBeNull();
    await admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(200);
    const { state } = await pg("acquiring_payment_attempt").first("state");
    expect([state, await gateway.sent("capture")]).toEqual(["captured", 1]);
    await hurry();
    expect(await owed()).toBe(6_000n);
    const customer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    expect(await customer.shown()).toMatchObject({ state: "open", amount: "60.00" });
    expect((await customer.pay(await customer.begin()).expect(200)).body.payment.state).toBe("authorised");
    expect(await owed()).toBeNull();
    await admin.post(`/admin/payments/${id}/capture`, { amount: 60 }).expect(400);
  });
});
