import request from "supertest";
import { changeQuantity, draftOrder, editedOrder, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";
import { CARDS } from "../support/shop";
import { until } from "../support/waiting";

/** What an order owes is paid with a link, once, and Medusa's records follow. */
withStore("payment-links", (stage) => {
  const payer = (token: string): LinkPayer => new LinkPayer(stage(), token);
  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });

  async function orderOf(orderId: string): Promise<{ status: string; payment_status: string; owed: number }> {
    const fields = "status,payment_status,summary";
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=${fields}`).expect(200);
    const { status, payment_status, summary } = body.order;
    return { status, payment_status, owed: summary.pending_difference };
  }

  const paidIn = (orderId: string): Promise<number[]> =>
    stage()
      .pg("order_transaction")
      .where({ order_id: orderId, deleted_at: null })
      .orderBy("created_at")
      .pluck("amount")
      .then((all) => all.map(Number));

  test("an order that was edited upwards is paid with a link, captured, and balances in Medusa", async () => {
    const { admin, gateway, pg } = stage();
    const { orderId } = await editedOrder(stage());
    expect(await orderOf(orderId)).toMatchObject({ owed: 100 });
    const link = await linkFor(stage(), orderId);
    const customer = payer(link.token);
    expect(await customer.shown()).toMatchObject({ state: "open", amount: "100.00", currency: "EUR" });
    const methods = await customer.methods().expect(200);
    expect(methods.body.payment_methods.map(({ id }: { id: string }) => id)).toContain("card");
    const session = await customer.begin();
    const paid = await customer.pay(session).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "authorised", completable: true });
    expect(await customer.shown()).toMatchObject({ state: "paid", amount: null, items: [] });

    const { body } = await admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200);
    expect(body.payments).toHaveLength(2);
    const listed = await admin.get(`/admin/acquiring/payments?q=${orderId}`).expect(200);
    expect(listed.body.payments.map(({ email, order }: { email: string; order: object }) => [email, order])).toEqual(
      [1, 2].map(() => ["ada@example.test", expect.objectContaining({ id: orderId })]),
    );
    const [newest] = body.payments as { id: string; order: { id: string } | null }[];
    expect(newest?.order?.id).toBe(orderId);
    const collections = await pg("order_payment_collection")
      .where({ order_id: orderId })
      .pluck("payment_collection_id");
    const payments = await pg("payment").whereIn("payment_collection_id", collections).orderBy("created_at");
    expect(payments.map(({ amount }) => Number(amount))).toEqual([100, 100]);
    await admin.post(`/admin/payments/${String(payments[1].id)}/capture`).expect(200);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: "captured", owed: 0 });
    expect(await paidIn(orderId)).toEqual([100, 100]);
    expect(await gateway.sent("authorise")).toBe(2);
    await later(stage());
    expect(await wrong()).toEqual([]);
    expect(await pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind")).toEqual([]);
  });

  test("a draft order of a phone call is paid with a link and becomes an order", async () => {
    const { pg } = stage();
    const orderId = await draftOrder(stage());
    const link = await linkFor(stage(), orderId);
    const customer = payer(link.token);
    expect(await customer.shown()).toMatchObject({ state: "open", amount: "100.00" });
    await customer.pay(await customer.begin()).expect(200);
    const [order] = await pg("order").where({ id: orderId });
    expect([order.status, order.is_draft_order]).toEqual(["pending", false]);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: "authorized" });
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("of several people with one link who pay at the same moment, one pays and the others are told so", async () => {
    const { gateway } = stage();
    const { orderId } = await editedOrder(stage());
    const link = await linkFor(stage(), orderId);
    const people = [1, 2, 3, 4].map(() => payer(link.token));
    const sessions = await Promise.all(people.map((person) => person.begin()));
    expect(new Set(sessions.map(({ session_id: id }) => id)).size).toBe(1);
    const before = await gateway.sent("authorise");
    const answers = await Promise.all(people.map((person, i) => person.pay(sessions[i] ?? {})));
    expect(await gateway.sent("authorise")).toBe(before + 1);
    for (const { status, body } of answers)
      expect([status, body.code ?? body.payment.state]).toEqual(
        status === 200 ? [200, "authorised"] : [409, "payment_link_paid"],
      );
    // A repeated request is answered, and is no second payment.
    const again = await payer(link.token)
      .pay(sessions[0] ?? {})
      .expect(200);
    expect(again.body.payment.state).toBe("authorised");
    expect(await gateway.sent("authorise")).toBe(before + 1);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("two people with different methods at the same moment: one payment, and no money is taken twice", async () => {
    const { gateway } = stage();
    const { orderId } = await editedOrder(stage());
    const link = await linkFor(stage(), orderId);
    const [card, page] = [payer(link.token), payer(link.token)];
    const before = await gateway.sent("authorise");
    const cardSession = await card.begin();
    await gateway.slowly("authorise");
    const paying = card.pay(cardSession).then(({ body }) => body.payment.state);
    await until(async () => (await gateway.sent("authorise")) > before);
    expect((await page.session("checkout").expect(409)).body.code).toBe("payment_waiting");
    expect(await paying).toBe("authorised");
    expect((await page.session("checkout").expect(409)).body.code).toBe("payment_link_paid");
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a session that somebody pays just as another method is chosen is kept, and the other is told so", async () => {
    const { gateway, ledger } = stage();
    const { orderId } = await editedOrder(stage());
    const link = await linkFor(stage(), orderId);
    const [card, page] = [payer(link.token), payer(link.token)];
    const session = await card.begin();
    const before = await gateway.sent("authorise");
    await gateway.slowly("authorise");
    const { checkout } = ledger;
    const release = checkout.releaseCollection.bind(checkout);
    const paying: Promise<string>[] = [];
    // The payment reaches the gateway after the collection was found free and before its session is replaced.
    const spy = jest.spyOn(checkout, "releaseCollection").mockImplementationOnce(async (collectionId) => {
      const isFree = await release(collectionId);
      paying.push(card.pay(session).then(({ body }) => body.payment.state));
      await until(async () => (await gateway.sent("authorise")) > before);
      return isFree;
    });
    try {
      expect((await page.session("checkout").expect(409)).body.code).toBe("payment_waiting");
    } finally {
      spy.mockRestore();
    }
    expect(await Promise.all(paying)).toEqual(["authorised"]);
    expect(await card.shown()).toMatchObject({ state: "paid" });
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("Medusa's own route for sessions does not replace the one whose payment is at the gateway", async () => {
    const { gateway, shop, pg } = stage();
    const { orderId } = await editedOrder(stage());
    const customer = payer((await linkFor(stage(), orderId)).token);
    const session = await customer.begin();
    const [{ payment_collection_id: collectionId }] = await pg("payment_session").where({ id: session.session_id });
    const before = await gateway.sent("authorise");
    await gateway.slowly("authorise");
    const paying = customer.pay(session).then(({ body }) => body.payment.state);
    await until(async () => (await gateway.sent("authorise")) > before);
    const path = `/store/payment-collections/${String(collectionId)}/payment-sessions`;
    expect((await shop.post(path, { provider_id: "pp_acquiring-checkout_main" })).status).toBeGreaterThanOrEqual(400);
    expect(await paying).toBe("authorised");
    expect(await customer.shown()).toMatchObject({ state: "paid" });
    await later(stage());
    expect(await wrong()).toEqual([]);
    expect(await pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind")).toEqual([]);
  });

  test("a customer who left the gateway's page may pay by card, and the page's payment ends", async () => {
    const { gateway, pg } = stage();
    const { orderId } = await editedOrder(stage());
    const customer = payer((await linkFor(stage(), orderId)).token);
    const page = await customer.begin("checkout");
    const sent = await customer.payBy(page, { type: "checkout", presentation: "page" }).expect(200);
    expect(sent.body.payment).toMatchObject({ state: "action_required" });
    expect(await customer.shown()).toMatchObject({ state: "processing", amount: "100.00" });
    const card = await customer.begin();
    expect((await customer.pay(card).expect(200)).body.payment.state).toBe("authorised");
    const rows = await pg("acquiring_payment_attempt").whereNotNull("collection_id").orderBy("created_at");
    expect(rows.map(({ state }) => state)).toEqual(["expired", "authorised"]);
    expect((await gateway.state()).transactions).toHaveLength(2);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a customer who returned from the gateway's page waits for the result before another method is offered", async () => {
    const { base, ledger, pg } = stage();
    const { orderId } = await editedOrder(stage());
    const customer = payer((await linkFor(stage(), orderId)).token);
    await customer.payBy(await customer.begin("checkout"), { type: "checkout", presentation: "page" }).expect(200);
    const { order_no: orderNo } = await pg("acquiring_payment_attempt").whereNotNull("collection_id").first();
    await request(base)
      .get(new URL(ledger.tokens.addresses("main", orderNo).returnUrl).pathname)
      .expect(303);
    expect((await customer.session().expect(409)).body.code).toBe("payment_waiting");
    ledger.useClock(() => new Date(Date.now() + 46_000));
    await customer.session().expect(200);
  });

  test("the amount is what the order owes when it is paid: a session for an earlier amount is refused", async () => {
    const { gateway } = stage();
    const { orderId } = await editedOrder(stage());
    const customer = payer((await linkFor(stage(), orderId)).token);
    const session = await customer.begin();
    const before = await gateway.sent("authorise");
    await changeQuantity(stage(), orderId, 3);
    expect((await customer.pay(session).expect(409)).body.code).toBe("amount_changed");
    expect(await gateway.sent("authorise")).toBe(before);
    expect(await customer.shown()).toMatchObject({ state: "open", amount: "200.00" });
    const { body } = await customer.session().expect(200);
    expect(body).toMatchObject({ amount: "200.00", currency: "EUR" });
    expect((await customer.pay(body.session).expect(200)).body.payment.state).toBe("authorised");
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a decline is answered as for a cart, and the same link is paid with another card", async () => {
    const { orderId } = await editedOrder(stage());
    const customer = payer((await linkFor(stage(), orderId)).token);
    const session = await customer.begin();
    const declined = await customer.pay(session, CARDS.declined).expect(200);
    expect(declined.body.payment).toMatchObject({ state: "payable", error: { code: "card_declined" } });
    expect(await customer.begin()).toEqual(session);
    expect((await customer.pay(session).expect(200)).body.payment.state).toBe("authorised");
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a payment whose answer was lost is found by a query, recorded once, and pays the link", async () => {
    const { gateway, hurry } = stage();
    const { orderId } = await editedOrder(stage());
    const customer = payer((await linkFor(stage(), orderId)).token);
    const session = await customer.begin();
    const before = await gateway.sent("authorise");
    await gateway.fault("retrievalTrans", "drop-before", 1);
    const lost = await customer.pay(session, CARDS.lostAfter).expect(200);
    expect(lost.body.payment.state).toBe("checking");
    expect((await customer.session("checkout").expect(409)).body.code).toBe("payment_waiting");
    await hurry();
    await hurry();
    expect(await customer.shown()).toMatchObject({ state: "paid" });
    expect(await gateway.sent("authorise")).toBe(before + 1);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });
});
