import { withStore } from "../support/boot";
import { CARDS } from "../support/shop";

withStore("card_payment", (stage) => {
  test("a card payment becomes an order, a capture and a refund, and the gateway saw each once", async () => {
    const { shop, admin, gateway } = stage();
    const checkout = await shop.checkout();
    const paid = await shop.pay(checkout).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "authorised", completable: true, error: null });
    const done = await shop.complete(checkout);
    expect(done.type).toBe("order");
    const orderId = done.order?.id ?? "";
    const payment = await admin.payment(orderId);
    await admin.post(`/admin/payments/${payment.id}/capture`, {}).expect(200);
    await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 30 }).expect(200);
    const [transaction] = (await gateway.state()).transactions;
    expect(transaction).toMatchObject({ captured: "100.00", refunded: "30.00", state: "captured" });
    expect((await gateway.state()).effects).toEqual({
      authorise: 1,
      checkout: 0,
      apm: 0,
      capture: 1,
      cancel: 0,
      refund: 1,
      cancel_subscription: 0,
      renewal: 0,
    });
    const view = await admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200);
    expect(view.body.payments[0]).toMatchObject({
      state: "captured",
      amounts: { authorised: "100.00", captured: "100.00", refunded: "30.00", refundable: "70.00" },
    });
  });

  test("a declined card leaves the session payable with another card", async () => {
    const { shop } = stage();
    const checkout = await shop.checkout();
    const first = await shop.pay(checkout, CARDS.declined).expect(200);
    expect(first.body.payment).toMatchObject({ state: "payable", error: { code: "card_declined" } });
    const second = await shop.pay(checkout).expect(200);
    expect(second.body.payment.state).toBe("authorised");
    expect((await shop.complete(checkout)).type).toBe("order");
  });
});
