import { Modules } from "@medusajs/framework/utils";
import { recheckCancelledOrders } from "../../src/application/orders/recheck-cancelled-order";
import acquiringReconcile from "../../src/jobs/acquiring-reconcile";
import { createRowId } from "../../src/modules/acquiring";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";

/** Core cancels an order whether or not the gateway returns its payment. */
withStore("cancelled-orders", (stage) => {
  const open = (): Promise<{ kind: string; message: string }[]> =>
    stage().pg("acquiring_attention_item").whereNull("cleared_at").select("kind", "message");
  const HELD = [{ kind: "late_or_duplicate_payment", message: expect.stringContaining("the money is still held") }];

  async function settle(): Promise<void> {
    await stage().hurry();
    await stage().hurry();
  }

  test("an authorisation captured at the gateway before its void is shown until it is refunded", async () => {
    const { shop, admin, gateway } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    const [{ order_no: orderNo } = { order_no: "" }] = (await gateway.state()).transactions;
    await gateway.control("portal-capture", { order_no: orderNo });
    await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
    await gateway.notify(orderNo);
    await settle();
    expect(await open()).toEqual(HELD);
    await settle();
    expect(await open()).toHaveLength(1);
    const refused = await admin.post(`/admin/payments/${id}/refund`, { amount: 100 }).expect(400);
    expect(refused.body.message).toMatch(/^Nothing was refunded\. The order is cancelled, .* under Payments\.$/);
    expect(await gateway.sent("refund")).toBe(0);
    const { body } = await admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200);
    const request = { key: "cancelled-refund-1", amount: "100.00" };
    await admin.post(`/admin/acquiring/payments/${String(body.payments[0].id)}/refund`, request).expect(200);
    await settle();
    const { pg } = stage();
    expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    expect((await admin.payment(orderId)).refunds.map(({ amount }) => amount)).toEqual([100]);
    await gateway.control("clock", { ms: 2 * 86_400_000 });
    stage().ledger.useClock(() => new Date(Date.now() + 2 * 86_400_000));
    await settle();
    await stage().ledger.watchAttention();
    expect(await open()).toEqual([]);
  });

  test("an order with a returned payment is not shown", async () => {
    const { shop, admin } = stage();
    const reserved = await shop.order();
    const captured = await shop.order();
    const { id } = await admin.payment(captured.orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    for (const { orderId } of [reserved, captured]) await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
    await settle();
    expect(await open()).toEqual([]);
  });

  test("money of a cancelled order whose event was lost is found, once", async () => {
    const { admin, container, gateway, pg, shop, work } = stage();
    const { orderId } = await shop.order();
    const [{ order_no: orderNo } = { order_no: "" }] = (await gateway.state()).transactions;
    await gateway.control("portal-capture", { order_no: orderNo });
    const bus = container.resolve(Modules.EVENT_BUS);
    const emit = bus.emit.bind(bus);
    const lost = jest.spyOn(bus, "emit").mockImplementation((events, options) => {
      const kept = [events].flat().filter(({ name }) => name !== "order.canceled");
      return emit(kept, options);
    });
    await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
    lost.mockRestore();
    await work();
    // As if the projection had run before core cancelled the order.
    await pg("acquiring_payment_attempt").update({ project_after: null });
    expect(await open()).toEqual([]);
    await acquiringReconcile(container);
    await work();
    expect(await open()).toEqual(HELD);
    expect(await recheckCancelledOrders(container)).toBe(0);
    await pg("acquiring_attention_item").update({ cleared_at: new Date(), cleared_reason: "dismissed" });
    expect(await recheckCancelledOrders(container)).toBe(0);
  });

  test("captured money that was not refunded in full is found, of recently cancelled orders only", async () => {
    const { admin, container, pg, shop } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 10 }).expect(200);
    await settle();
    await pg("order").where({ id: orderId }).update({ status: "canceled", canceled_at: new Date() });
    const change = { order_id: orderId, version: 1, status: "confirmed" };
    await pg("order_change").where({ order_id: orderId }).delete();
    const old = { ...change, id: createRowId("ordch", new Date(Date.now() - 5 * 86_400_000)) };
    await pg("order_change").insert(old);
    expect(await recheckCancelledOrders(container)).toBe(0);
    await pg("order_change").insert({ ...change, id: createRowId("ordch", new Date()) });
    expect(await recheckCancelledOrders(container)).toBe(1);
    await settle();
    expect(await open()).toEqual(HELD);
    await pg("acquiring_attention_item").delete();
    await pg("acquiring_payment_attempt").update({ refunded: pg.ref("captured"), refund_pending: 0 });
    expect(await recheckCancelledOrders(container)).toBe(0);
  });
});
