import { withStore } from "../support/boot";

/** Edits, returns, claims and exchanges of an order whose payment is authorised and not captured. */
withStore("order-changes", (stage) => {
  const REFUSED = /^Nothing was changed\. Medusa would cancel .* 100\.00 EUR, .*Capture the payment first/;

  async function edit(orderId: string, confirmed: number): Promise<string> {
    const { admin } = stage();
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
    await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
    const item = `/admin/order-edits/${orderId}/items/item/${String(body.order.items[0].id)}`;
    await admin.post(item, { quantity: 2 }).expect(200);
    const answer = await admin.post(`/admin/order-edits/${orderId}/confirm`).expect(confirmed);
    return String(answer.body.message);
  }

  test("an edit is not confirmed while its payment is only reserved, and is once it is captured", async () => {
    const { shop, admin, gateway } = stage();
    const { orderId } = await shop.order();
    expect(await edit(orderId, 400)).toMatch(REFUSED);
    expect(await gateway.sent("cancel")).toBe(0);
    const payment = await admin.payment(orderId);
    expect(payment.canceled_at).toBeNull();
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
    await admin.post(`/admin/order-edits/${orderId}/confirm`).expect(200);
    expect(await gateway.sent("cancel")).toBe(0);
  });

  test.each([
    ["return", "returns", {}],
    ["claim", "claims", { type: "refund" }],
    ["exchange", "exchanges", {}],
  ])("nor is a %s", async (kind, path, more) => {
    const { shop, admin, gateway } = stage();
    const { orderId } = await shop.order();
    const begun = await admin.post(`/admin/${path}`, { order_id: orderId, ...more }).expect(200);
    const { id } = begun.body[kind] as { id: string };
    const refused = await admin.post(`/admin/${path}/${id}/request`).expect(400);
    expect(refused.body.message).toMatch(REFUSED);
    if (kind === "return") {
      const received = await admin.post(`/admin/${path}/${id}/receive/confirm`).expect(400);
      expect(received.body.message).toMatch(REFUSED);
    }
    expect(await gateway.sent("cancel")).toBe(0);
  });
});
