import { cancelOrderWorkflow, confirmOrderEditRequestWorkflow } from "@medusajs/medusa/core-flows";
import { keepAuthorisation, keepReservation } from "../../src/application/medusa-guards/keep-reservation";
import { draftOrder, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { later } from "../support/other-process";

/** Edits, returns, claims and exchanges of an order whose payment is authorised and not captured. */
withStore("changes-before-capture", (stage) => {
  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });

  interface Authorised {
    readonly orderId: string;
    readonly itemId: string;
    readonly variantId: string;
    readonly paymentId: string;
  }

  /** 100.00 EUR for one piece, authorised and not captured. */
  async function authorised(): Promise<Authorised> {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
    const [item] = body.order.items;
    return { orderId, itemId: item.id, variantId: item.variant_id, paymentId: (await admin.payment(orderId)).id };
  }

  const quantityOf = async ({ orderId, itemId }: Authorised, quantity: number): Promise<void> => {
    const { admin } = stage();
    await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
    await admin.post(`/admin/order-edits/${orderId}/items/item/${itemId}`, { quantity }).expect(200);
    await admin.post(`/admin/order-edits/${orderId}/confirm`).expect(200);
  };
  const dueOf = async (orderId: string): Promise<unknown> =>
    (await stage().admin.get(`/admin/acquiring/orders/${orderId}/payment-links`).expect(200)).body.due;
  /** Status and amount of the order's collections that count, oldest first. */
  const collections = async (orderId: string): Promise<unknown[]> => {
    const rows = await stage()
      .pg("payment_collection")
      .join("order_payment_collection as link", "link.payment_collection_id", "payment_collection.id")
      .where({ order_id: orderId })
      .whereNot("payment_collection.status", "canceled")
      .orderBy("payment_collection.created_at")
      .select("status", "payment_collection.amount", "metadata");
    return rows.map(({ status, amount, metadata }) => [status, Number(amount), Object.keys(metadata ?? {})]);
  };
  const captureOf = (paymentId: string, amount?: number) =>
    stage().admin.post(`/admin/payments/${paymentId}/capture`, amount === undefined ? {} : { amount });

  /** The order's payment is untouched, the difference of 100.00 is due, and it is paid with a link. */
  async function payDifference({ orderId, paymentId }: Authorised): Promise<void> {
    const { admin, gateway, pg } = stage();
    expect(await gateway.sent("cancel")).toBe(0);
    expect((await pg("payment").where({ id: paymentId }).first()).canceled_at).toBeNull();
    expect(await dueOf(orderId)).toEqual({ amount: "100.00", currency: "EUR" });
    expect(await collections(orderId)).toEqual([
      ["authorized", 100, []],
      ["not_paid", 100, []],
    ]);
    const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    expect((await payer.pay(await payer.begin()).expect(200)).body.payment.state).toBe("authorised");
    expect(await dueOf(orderId)).toBeNull();
    const open = await pg("payment").whereNull("captured_at").whereNull("canceled_at").pluck("id");
    for (const id of open) await captureOf(String(id)).expect(200);
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=payment_status,total,summary`).expect(200);
    expect([body.order.payment_status, body.order.summary.pending_difference]).toEqual(["captured", 0]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  }

  test("an edit that raises the total keeps the authorised payment, and the difference is paid with a link", async () => {
    const order = await authorised();
    await quantityOf(order, 2);
    await payDifference(order);
  });

  test("an edit that lowers the total keeps the authorised payment, and less is captured", async () => {
    const { admin, gateway, pg } = stage();
    const order = await authorised();
    await quantityOf(order, 2);
    await quantityOf(order, 1);
    expect([await gateway.sent("cancel"), await dueOf(order.orderId)]).toEqual([0, null]);
    expect(await collections(order.orderId)).toEqual([["authorized", 100, []]]);
    await captureOf(order.paymentId, 60).expect(200);
    expect(await dueOf(order.orderId)).toBeNull();
    expect((await pg("payment").where({ id: order.paymentId }).first()).canceled_at).toBeNull();
    const { body } = await admin.get(`/admin/orders/${order.orderId}?fields=summary`).expect(200);
    expect(body.order.summary.pending_difference).toBe(40);
  });

  /** What an exchange or claim takes back must have been shipped, and counts once it is received. */
  async function shipped(): Promise<Authorised> {
    const order = await authorised();
    const items = [{ id: order.itemId, quantity: 1 }];
    await stage().admin.post(`/admin/orders/${order.orderId}/fulfillments`, { items }).expect(200);
    return order;
  }

  test("an exchange that raises the total keeps the authorised payment, and the difference is paid with a link", async () => {
    const { admin } = stage();
    const order = await shipped();
    const { body } = await admin.post("/admin/exchanges", { order_id: order.orderId }).expect(200);
    const path = `/admin/exchanges/${String(body.exchange.id)}`;
    await admin.post(`${path}/inbound/items`, { items: [{ id: order.itemId, quantity: 1 }] }).expect(200);
    const outbound = { items: [{ variant_id: order.variantId, quantity: 2 }] };
    await admin.post(`${path}/outbound/items`, outbound).expect(200);
    await admin.post(`${path}/request`).expect(200);
    await payDifference(order);
  });

  test("a claim that raises the total keeps the authorised payment, and the difference is paid with a link", async () => {
    const { admin } = stage();
    const order = await shipped();
    const { body } = await admin.post("/admin/claims", { order_id: order.orderId, type: "replace" }).expect(200);
    const path = `/admin/claims/${String(body.claim.id)}`;
    const items = [{ id: order.itemId, quantity: 1, reason: "wrong_item" }];
    await admin.post(`${path}/claim-items`, { items }).expect(200);
    await admin.post(`${path}/outbound/items`, { items: [{ variant_id: order.variantId, quantity: 1 }] }).expect(200);
    await admin.post(`${path}/request`).expect(200);
    await payDifference(order);
  });

  test("a change that core refuses leaves the payment's collection as it was, and so does a process that dies", async () => {
    const { admin, container, ledger, hurry } = stage();
    const order = await authorised();
    await admin.post(`/admin/order-edits/${order.orderId}/confirm`).expect(400);
    expect(await collections(order.orderId)).toEqual([["authorized", 100, []]]);
    await keepReservation(container, { change: "order", id: order.orderId });
    expect(await collections(order.orderId)).toEqual([["partially_captured", 100, ["acquiring_kept_until"]]]);
    for (const pauseMs of [0, 300_000]) {
      ledger.useClock(() => new Date(Date.now() + pauseMs));
      await hurry();
      expect(await collections(order.orderId)).toEqual([["partially_captured", 100, ["acquiring_kept_until"]]]);
    }
    ledger.useClock(() => new Date(Date.now() + 601_000));
    await keepReservation(container, { change: "order", id: "order_none" });
    await hurry();
    expect(await collections(order.orderId)).toEqual([["authorized", 100, ["acquiring_kept_until"]]]);
  });

  test("an edit that the store's own code confirms keeps the authorised payment, and so does one that fails", async () => {
    const { admin, container } = stage();
    const order = await authorised();
    const { orderId, itemId } = order;
    await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
    await admin.post(`/admin/order-edits/${orderId}/items/item/${itemId}`, { quantity: 2 }).expect(200);
    const failing = (): Promise<never> => Promise.reject(new Error("not confirmed"));
    await expect(keepAuthorisation(container, { change: "order", id: orderId }, failing)).rejects.toThrow();
    expect(await collections(orderId)).toEqual([["authorized", 100, []]]);
    const { result } = await keepAuthorisation(container, { change: "order", id: orderId }, () =>
      confirmOrderEditRequestWorkflow(container).run({ input: { order_id: orderId } }),
    );
    expect(result.id).toBe(orderId);
    await payDifference(order);
  });

  const canceledAt = async (paymentId: string): Promise<unknown> =>
    (await stage().pg("payment").where({ id: paymentId }).first()).canceled_at;

  const openChanges = {
    edit: async (orderId: string): Promise<() => Promise<unknown>> => {
      await stage().admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
      return () => stage().admin.delete(`/admin/order-edits/${orderId}`).expect(200);
    },
    "transfer request": async (orderId: string): Promise<() => Promise<unknown>> => {
      const { admin, base, shop } = stage();
      const { id: customerId } = await Customer.register(base, shop, "grace");
      await admin.post(`/admin/orders/${orderId}/transfer`, { customer_id: customerId }).expect(200);
      return () => admin.post(`/admin/orders/${orderId}/transfer/cancel`).expect(200);
    },
  };

  test.each(["edit", "transfer request"] as const)(
    "while an order has an open %s, cancelling it voids nothing; afterwards it voids the payment once",
    async (kind) => {
      const { admin, container, gateway, pg } = stage();
      const { orderId, paymentId } = await authorised();
      const close = await openChanges[kind](orderId);
      const refused = await admin.post(`/admin/orders/${orderId}/cancel`).expect(400);
      expect(refused.body.message).toMatch(/^Nothing was voided\. An edit, return, exchange, claim or transfer /);
      const cancelling = cancelOrderWorkflow(container).run({ input: { order_id: orderId } });
      await expect(cancelling).rejects.toMatchObject({ message: expect.stringContaining("active order change") });
      expect([await gateway.sent("cancel"), await canceledAt(paymentId)]).toEqual([0, null]);
      expect((await pg("order").where({ id: orderId }).first()).status).toBe("pending");
      await close();
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      expect([await gateway.sent("cancel"), await canceledAt(paymentId)]).toEqual([1, expect.any(Date)]);
      await later(stage());
      expect(await wrong()).toEqual([]);
    },
  );

  test("a payment that was voided is recorded in Medusa while an edit of its order is open", async () => {
    const { admin, gateway, pg } = stage();
    const { orderId, paymentId } = await authorised();
    await openChanges.edit(orderId);
    const [attemptId] = await pg("acquiring_payment_attempt").pluck("id");
    const voided = { key: "during-the-edit-01" };
    await admin.post(`/admin/acquiring/payments/${String(attemptId)}/void`, voided).expect(200);
    expect([await gateway.sent("cancel"), await canceledAt(paymentId)]).toEqual([1, expect.any(Date)]);
  });

  test("a paid draft that lacks stock keeps its payment while it is edited, and becomes an order that owes the difference", async () => {
    const { admin, gateway, pg } = stage();
    const orderId = await draftOrder(stage());
    const variantOf = (handle: string): Promise<string[]> =>
      pg("product_variant")
        .join("product", "product.id", "product_variant.product_id")
        .where({ handle })
        .pluck("product_variant.id");
    const [soldOut] = await variantOf("tall-vase");
    await pg("product_variant").where({ id: soldOut }).update({ manage_inventory: true });
    await pg("inventory_level")
      .whereIn(
        "inventory_item_id",
        pg("product_variant_inventory_item").where({ variant_id: soldOut }).select("inventory_item_id"),
      )
      .update({ stocked_quantity: 0, raw_stocked_quantity: JSON.stringify({ value: "0", precision: 20 }) });
    const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    await payer.pay(await payer.begin());
    await later(stage());
    const [payment] = await pg("payment").select("id", "canceled_at");
    const draft = await pg("order").where({ id: orderId }).first();
    expect([draft.is_draft_order, payment.canceled_at]).toEqual([true, null]);

    const edit = `/admin/draft-orders/${orderId}/edit`;
    const { body } = await admin.get(`/admin/draft-orders/${orderId}?fields=*items`).expect(200);
    const [mug] = await variantOf("stoneware-mug");
    await admin.post(edit).expect(200);
    await admin.post(`${edit}/items/item/${String(body.draft_order.items[0].id)}`, { quantity: 0 }).expect(200);
    await admin.post(`${edit}/items`, { items: [{ variant_id: mug, quantity: 5 }] }).expect(200);
    await admin.post(`${edit}/request`).expect(200);
    await admin.post(`${edit}/confirm`).expect(200);
    expect([await gateway.sent("cancel"), await canceledAt(payment.id)]).toEqual([0, null]);
    expect(await collections(orderId)).toEqual([
      ["authorized", 100, []],
      ["not_paid", 22.5, []],
    ]);
    await later(stage());
    const order = await pg("order").where({ id: orderId }).first();
    expect([order.is_draft_order, await dueOf(orderId)]).toEqual([false, { amount: "22.50", currency: "EUR" }]);
    expect(await gateway.sent("cancel")).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  const id = async (answer: Promise<{ body: Record<string, { id: string }> }>, name: string): Promise<string> =>
    (await answer).body[name]?.id ?? "";

  /** Two pieces of 100.00 EUR, authorised and shipped. */
  async function twoShipped(): Promise<Authorised> {
    const { shop, admin } = stage();
    const checkout = await shop.checkout("tall-vase", 2);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
    const [item] = body.order.items;
    const items = [{ id: item.id, quantity: 2 }];
    await admin.post(`/admin/orders/${orderId}/fulfillments`, { items }).expect(200);
    return { orderId, itemId: item.id, variantId: item.variant_id, paymentId: (await admin.payment(orderId)).id };
  }

  /** Returns what was due before the piece was received. */
  async function receiveAll({ orderId, itemId }: Pick<Authorised, "orderId" | "itemId">): Promise<unknown> {
    const { admin, pg } = stage();
    const due = await dueOf(orderId);
    const [returnId] = await pg("return").where({ order_id: orderId }).pluck("id");
    const path = `/admin/returns/${String(returnId)}`;
    await admin.post(`${path}/receive`).expect(200);
    await admin.post(`${path}/receive-items`, { items: [{ id: itemId, quantity: 1 }] }).expect(200);
    await admin.post(`${path}/receive/confirm`).expect(200);
    return due;
  }

  /** Each takes one of the two pieces back, and returns what `receiveAll` does. */
  const changes = {
    return: async ({ orderId, itemId }: Authorised): Promise<unknown> => {
      const { admin } = stage();
      const [location] = await stage().pg("stock_location").pluck("id");
      const begun = { order_id: orderId, location_id: String(location) };
      const returnId = await id(admin.post("/admin/returns", begun).expect(200), "return");
      const items = [{ id: itemId, quantity: 1 }];
      await admin.post(`/admin/returns/${returnId}/request-items`, { items }).expect(200);
      await admin.post(`/admin/returns/${returnId}/request`).expect(200);
      return receiveAll({ orderId, itemId });
    },
    claim: async ({ orderId, itemId }: Authorised): Promise<unknown> => {
      const { admin } = stage();
      const claim = { order_id: orderId, type: "refund" };
      const path = `/admin/claims/${await id(admin.post("/admin/claims", claim).expect(200), "claim")}`;
      const items = [{ id: itemId, quantity: 1, reason: "wrong_item" }];
      await admin.post(`${path}/claim-items`, { items }).expect(200);
      await admin.post(`${path}/inbound/items`, { items: [{ id: itemId, quantity: 1 }] }).expect(200);
      await admin.post(`${path}/request`).expect(200);
      return receiveAll({ orderId, itemId });
    },
    exchange: async ({ orderId, itemId }: Authorised): Promise<unknown> => {
      const { admin, pg } = stage();
      const begun = await admin.post("/admin/exchanges", { order_id: orderId }).expect(200);
      const path = `/admin/exchanges/${String(begun.body.exchange.id)}`;
      await admin.post(`${path}/inbound/items`, { items: [{ id: itemId, quantity: 1 }] }).expect(200);
      const [mug] = await pg("product_variant")
        .join("product", "product.id", "product_variant.product_id")
        .where({ handle: "stoneware-mug" })
        .pluck("product_variant.id");
      await admin.post(`${path}/outbound/items`, { items: [{ variant_id: mug, quantity: 1 }] }).expect(200);
      await admin.post(`${path}/request`).expect(200);
      return receiveAll({ orderId, itemId });
    },
  };

  test.each([
    ["return", 100],
    ["claim", 100],
    ["exchange", 124.5],
  ] as const)(
    "a %s before the capture moves no money, keeps the authorised payment, and the capture takes what is left",
    async (how, total) => {
      const { admin, gateway, pg } = stage();
      const order = await twoShipped();
      // What is sent instead costs less than the piece that is to come back.
      expect(await changes[how](order)).toBeNull();
      await later(stage());
      const moved = ["capture", "cancel", "refund"].map((operation) => gateway.sent(operation));
      expect(await Promise.all(moved)).toEqual([0, 0, 0]);
      expect((await pg("payment").where({ id: order.paymentId }).first()).canceled_at).toBeNull();
      expect(await dueOf(order.orderId)).toBeNull();
      await captureOf(order.paymentId, total).expect(200);
      const { body } = await admin.get(`/admin/orders/${order.orderId}?fields=summary`).expect(200);
      expect(body.order.summary.pending_difference).toBe(0);
      const [{ order_no: orderNo }] = await pg("acquiring_payment_attempt").select("order_no");
      expect(await gateway.transaction(orderNo)).toMatchObject({ captured: total.toFixed(2), refunded: "0.00" });
      await later(stage());
      expect(await wrong()).toEqual([]);
    },
  );
});
