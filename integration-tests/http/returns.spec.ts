import { watchRefunds } from "../../src/application/returns/follow-refund";
import { wrongInBooks } from "../support/books";
import { changeQuantity } from "../support/balance";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";
import { confirmReceipt, receiveReturn, refundDesk, refundsOf, sellIn, shippedOrder } from "../support/returns";
import { until } from "../support/waiting";

/** What a return, claim or cancelled item leaves to refund is proposed with its causes, and refunded once. */
withStore("returns", (stage) => {
  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
  const desk = (orderId: string) => refundDesk(stage().admin, orderId);

  test("an order without a surplus proposes nothing, and an unknown order is not found", async () => {
    const { orderId } = await shippedOrder(stage());
    expect(await desk(orderId).read()).toMatchObject({ surplus: null, causes: [], plan: null, automatic: "off" });
    await stage().admin.get("/admin/acquiring/orders/order_none/refund-proposal").expect(404);
  });

  test("a received return is proposed with its items and refunded with its reason", async () => {
    const { admin, gateway, pg } = stage();
    const order = await shippedOrder(stage());
    await receiveReturn(stage(), order, 2);
    const shown = await desk(order.orderId).read();
    expect(shown).toMatchObject({
      surplus: "49.00",
      refunds: [{ payment_id: order.attemptId, amount: "49.00" }],
      causes: [{ kind: "return", number: 1, amount: "49.00", items: [{ title: "Stoneware mug", quantity: 2 }] }],
      ...{ dispute: null, dismissed: null, second_person: null, automatic: "off" },
    });
    const answers = await Promise.all([
      desk(order.orderId).refund(shown.plan, { note: "back" }),
      desk(order.orderId).refund(shown.plan),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await gateway.sent("refund"), await refundsOf(stage())]).toEqual([1, [49]]);
    const [refund] = (await admin.get(`/admin/orders/${order.orderId}?fields=payment_collections.payments.refunds.*`))
      .body.order.payment_collections[0].payments[0].refunds;
    const reason = await pg("refund_reason").where({ id: refund.refund_reason_id }).first();
    expect(reason).toMatchObject({ code: "return", label: "Return" });
    expect(await desk(order.orderId).read()).toMatchObject({ surplus: null, causes: [] });
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("of two returns the second alone is proposed after the first was refunded, and both before", async () => {
    const order = await shippedOrder(stage());
    await receiveReturn(stage(), order, 1);
    const first = await desk(order.orderId).read();
    await desk(order.orderId).refund(first.plan).expect(200);
    await receiveReturn(stage(), order, 1);
    const second = await desk(order.orderId).read();
    expect(second.causes.map(({ kind, number, amount }) => [kind, number, amount])).toEqual([["return", 2, "24.50"]]);
    await receiveReturn(stage(), order, 2);
    const both = await desk(order.orderId).read();
    expect(both).toMatchObject({ surplus: "73.50" });
    expect(both.causes.map(({ number, amount }) => [number, amount])).toEqual([
      [2, "24.50"],
      [3, "49.00"],
    ]);
    expect((await desk(order.orderId).refund(second.plan).expect(400)).body.message).toMatch(/the plan has changed/);
    await desk(order.orderId).refund(both.plan).expect(200);
    expect(await refundsOf(stage())).toEqual([24.5, 73.5]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a restocking fee raises the order's total once, and the rest is refunded", async () => {
    const { admin } = stage();
    const order = await shippedOrder(stage());
    await receiveReturn(stage(), order, 2);
    const { plan } = await desk(order.orderId).read();
    expect((await desk(order.orderId).fee({ plan }).expect(400)).body.message).toMatch(/either an amount or/);
    expect((await desk(order.orderId).fee({ plan, amount: "49.01" }).expect(400)).body.message).toMatch(
      /at most 49.00 EUR/,
    );
    const after = (await desk(order.orderId).fee({ plan, percent: "10" }).expect(200)).body;
    expect((await desk(order.orderId).fee({ plan, percent: "10" }).expect(200)).body).toEqual(after);
    expect(after).toMatchObject({ surplus: "44.10" });
    expect(after.causes.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount])).toEqual([
      ["return", "49.00"],
      ["restocking_fee", "-4.90"],
    ]);
    await desk(order.orderId).refund(after.plan).expect(200);
    expect(await refundsOf(stage())).toEqual([44.1]);
    const { body } = await admin.get(`/admin/orders/${order.orderId}?fields=total,summary`).expect(200);
    expect([body.order.total, body.order.summary.pending_difference]).toEqual([53.9, 0]);
    await receiveReturn(stage(), order, 1);
    const next = await desk(order.orderId).read();
    expect(next.causes.map(({ kind, amount }) => [kind, amount])).toEqual([["return", "24.50"]]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("not now: hidden with a reason until the amount changes", async () => {
    const { pg } = stage();
    const order = await shippedOrder(stage());
    await receiveReturn(stage(), order, 1);
    const note = "The customer takes a voucher.";
    await desk(order.orderId).dismiss({ surplus: "24.50", note: "" }).expect(400);
    expect((await desk(order.orderId).dismiss({ surplus: "1.00", note }).expect(400)).body.message).toMatch(
      /has changed/,
    );
    const dismissed = (await desk(order.orderId).dismiss({ surplus: "24.50", note }).expect(200)).body;
    expect(dismissed.dismissed).toMatchObject({ by: expect.stringMatching(/^user_/) });
    const record = await pg("acquiring_audit_record").where({ action: "refund_dismissed" }).first();
    expect(record.details).toMatchObject({ order: order.orderId, amount: "2450", note });
    await receiveReturn(stage(), order, 1);
    expect(await desk(order.orderId).read()).toMatchObject({ surplus: "49.00", dismissed: null });
  });

  test("a claim's received items are proposed as that claim, and a return's shipping lowers its refund", async () => {
    const { admin, pg } = stage();
    const order = await shippedOrder(stage());
    const { id: location } = await pg("stock_location").first("id");
    const begun = await admin.post("/admin/claims", { order_id: order.orderId, type: "refund" }).expect(200);
    const claim = `/admin/claims/${String(begun.body.claim.id)}`;
    const items = [{ id: order.itemId, quantity: 1 }];
    await admin.post(`${claim}/claim-items`, { items: [{ ...items[0], reason: "wrong_item" }] }).expect(200);
    await admin.post(`${claim}/inbound/items`, { location_id: location, items }).expect(200);
    await admin.post(`${claim}/request`).expect(200);
    expect(await desk(order.orderId).read()).toMatchObject({ surplus: null });
    await confirmReceipt(stage(), order);
    const claimed = await desk(order.orderId).read();
    expect(claimed.causes).toMatchObject([{ kind: "claim", number: 1, amount: "24.50" }]);
    await desk(order.orderId).refund(claimed.plan).expect(200);
    expect(await pg("refund_reason").where({ code: "claim" })).toHaveLength(1);
    const { id: option } = await pg("shipping_option").first("id");
    await receiveReturn(stage(), order, 1, { shipping_option_id: option, custom_amount: 4 });
    const returned = await desk(order.orderId).read();
    expect(returned).toMatchObject({ surplus: "20.50" });
    expect(returned.causes.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["return_shipping", "-4.00"],
      ["return", "24.50"],
    ]);
    await desk(order.orderId).refund(returned.plan).expect(200);
    expect(await refundsOf(stage())).toEqual([24.5, 20.5]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("an exchange for something cheaper proposes the difference, once the old item is received", async () => {
    const { admin, pg, shop } = stage();
    const order = await shippedOrder(stage(), 1, "tall-vase");
    const mugs = await shop.get(`/store/products?handle=stoneware-mug&fields=*variants`).expect(200);
    const { id: location } = await pg("stock_location").first("id");
    const begun = await admin.post("/admin/exchanges", { order_id: order.orderId }).expect(200);
    const path = `/admin/exchanges/${String(begun.body.exchange.id)}`;
    const items = [{ id: order.itemId, quantity: 1 }];
    await admin.post(`${path}/inbound/items`, { location_id: location, items }).expect(200);
    const outbound = [{ variant_id: mugs.body.products[0].variants[0].id, quantity: 1 }];
    await admin.post(`${path}/outbound/items`, { items: outbound }).expect(200);
    await admin.post(`${path}/request`).expect(200);
    expect(await desk(order.orderId).read()).toMatchObject({ surplus: null });
    await confirmReceipt(stage(), order);
    const shown = await desk(order.orderId).read();
    expect(shown).toMatchObject({
      surplus: "75.50",
      causes: expect.arrayContaining([expect.objectContaining({ kind: "exchange", number: 1 })]),
    });
    await desk(order.orderId).refund(shown.plan).expect(200);
    expect(await refundsOf(stage())).toEqual([75.5]);
    expect(await pg("refund_reason").where({ code: "exchange" })).toHaveLength(1);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a return in a currency without decimals is refunded exactly", async () => {
    const order = await shippedOrder(await sellIn(stage(), "jpy", 2_455), 3);
    await receiveReturn(stage(), order, 2);
    const shown = await desk(order.orderId).read();
    expect(shown).toMatchObject({ surplus: "4910", causes: [{ kind: "return", amount: "4910" }] });
    await desk(order.orderId).refund(shown.plan).expect(200);
    expect(await refundsOf(stage())).toEqual([4_910]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("cancelled items are proposed as an edit", async () => {
    const { shop, admin } = stage();
    const checkout = await shop.checkout("stoneware-mug", 3);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`).expect(200);
    await changeQuantity(stage(), orderId, 1);
    const shown = await desk(orderId).read();
    expect(shown.causes).toMatchObject([
      { kind: "edit", amount: "49.00", items: [{ title: "Stoneware mug", quantity: 2 }] },
    ]);
    await desk(orderId).refund(shown.plan).expect(200);
    const reason = await stage().pg("refund_reason").where({ code: "cancelled" }).first();
    expect(reason).toMatchObject({ label: "Cancelled items" });
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("the event is emitted once per order and amount, also if the change's own event is lost", async () => {
    const { container, pg } = stage();
    const order = await shippedOrder(stage());
    await receiveReturn(stage(), order, 1);
    const row = () => pg("acquiring_refund_proposal").where({ order_id: order.orderId }).first();
    await until(async () => Number((await row())?.amount) === 2450 && (await row())?.announced_at !== null);
    const { announced_at: at } = await row();
    await watchRefunds(container);
    expect((await row()).announced_at).toEqual(at);
    await pg("acquiring_refund_proposal").delete();
    await watchRefunds(container);
    const told = await pg("acquiring_staff_notification").where({ topic: "refund_proposed" });
    expect(told).toMatchObject([{ channel: "bell", fact: { order_id: order.orderId, amount_minor: "2450" } }]);
    expect(await row()).toMatchObject({ amount: "2450", refunds: 0, announced_at: expect.any(Date) });
  });

  test("what a capture after a return takes too much is announced, once", async () => {
    const { container, pg, admin, shop } = stage();
    const checkout = await shop.checkout("stoneware-mug", 3);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
    const itemId = String(body.order.items[0].id);
    await admin.post(`/admin/orders/${orderId}/fulfillments`, { items: [{ id: itemId, quantity: 3 }] }).expect(200);
    await receiveReturn(stage(), { orderId, itemId }, 1);
    const row = () => pg("acquiring_refund_proposal").where({ order_id: orderId }).first();
    await until(async () => (await row())?.order_version > 1);
    expect(await row()).toMatchObject({ amount: "0", announced_at: null });
    await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`).expect(200);
    await watchRefunds(container);
    const { announced_at: at, ...announced } = await row();
    expect([announced, at]).toEqual([expect.objectContaining({ amount: "2450", refunds: 0 }), expect.any(Date)]);
    await watchRefunds(container);
    expect((await row()).announced_at).toEqual(at);
    expect((await desk(orderId).read()).causes).toMatchObject([{ kind: "return", amount: "24.50" }]);
  });

  test.each([
    ["before the first look of a process", null],
    ["since its last look", new Date()],
  ])("what was captured too much is announced after days without a server, %s", async (_when, lookedAt) => {
    const { container, ledger, pg, admin, shop } = stage();
    const checkout = await shop.checkout("stoneware-mug", 3);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    await changeQuantity(stage(), orderId, 2);
    await watchRefunds(container);
    await admin.post(`/admin/payments/${(await admin.payment(orderId)).id}/capture`).expect(200);
    const row = () => pg("acquiring_refund_proposal").where({ order_id: orderId }).first();
    expect(await row()).toMatchObject({ amount: "0", announced_at: null });
    ledger.refundProposals.lookedAt = lookedAt;
    ledger.useClock(() => new Date(Date.now() + 20 * 86_400_000));
    await watchRefunds(container);
    expect(await row()).toMatchObject({ amount: "2450", announced_at: expect.any(Date) });
  });

  test("a return after a dispute: one sentence, and nothing moves unless it is confirmed", async () => {
    const { gateway, work } = stage();
    const order = await shippedOrder(stage());
    const fields = {
      notify_type: "dispute",
      dispute_amount: "98.00",
      dispute_reason: "fraud",
      dispute_reference: "D1",
    };
    const announce = async (status: string): Promise<void> => {
      await gateway.notify(order.orderNo, { overrides: { ...fields, dispute_status: status } });
      await work();
    };
    await announce("received");
    await receiveReturn(stage(), order, 1);
    const shown = await desk(order.orderId).read();
    expect(shown).toMatchObject({ surplus: "24.50", dispute: "open" });
    const { body } = await desk(order.orderId).refund(shown.plan).expect(400);
    expect(body.message).toBe(
      "Nothing was refunded, because the customer disputes a payment of this order: a refund would pay twice.",
    );
    expect(await gateway.sent("refund")).toBe(0);
    await announce("lost");
    expect((await desk(order.orderId).refund(shown.plan).expect(400)).body.message).toMatch(/bank has taken .* back/);
    expect([await gateway.sent("refund"), await refundsOf(stage())]).toEqual([0, []]);
    await desk(order.orderId).refund(shown.plan, { despite_dispute: true }).expect(200);
    expect(await refundsOf(stage())).toEqual([24.5]);
  });

  test("Medusa's button hands its note and reason to our record, and a refund at the gateway gets a reason", async () => {
    const { admin, gateway, hurry, pg } = stage();
    const order = await shippedOrder(stage());
    const { body } = await admin.post("/admin/refund-reasons", { label: "Goodwill", code: "goodwill" }).expect(200);
    const reasonId = String(body.refund_reason.id);
    const { id } = await admin.payment(order.orderId);
    await admin
      .post(`/admin/payments/${id}/refund`, { amount: 10, note: "late parcel", refund_reason_id: reasonId })
      .expect(200);
    const record = await pg("acquiring_audit_record").where({ action: "refund_sent" }).first();
    expect(record.details).toMatchObject({ note: "late parcel", reason_id: reasonId });
    const inPortal = async (amount: string, reason: string): Promise<void> => {
      await gateway.control("portal-refund", { order_no: order.orderNo, amount, reason });
      await gateway.notify(order.orderNo, { kind: "refund" });
      await hurry();
      await hurry();
    };
    await inPortal("5.00", "GOODWILL");
    await inPortal("6.00", "typed by a person");
    await inPortal("7.00", "");
    const rows = await pg("refund")
      .leftJoin("refund_reason as reason", "reason.id", "refund.refund_reason_id")
      .where({ "refund.deleted_at": null })
      .orderBy("refund.created_at")
      .select("refund.amount", "reason.code", "refund.note");
    expect(rows.map(({ amount, code, note }) => [Number(amount), code, note])).toEqual([
      [10, "goodwill", "late parcel"],
      [5, "goodwill", "This refund was made outside the store, at the gateway."],
      [6, "made_at_gateway", "This refund was made outside the store, at the gateway. typed by a person"],
      [7, "made_at_gateway", "This refund was made outside the store, at the gateway."],
    ]);
    expect(await pg("refund_reason").where({ code: "made_at_gateway" })).toHaveLength(1);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });
});
