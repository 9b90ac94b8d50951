import { ChangeActionType, Modules } from "@medusajs/framework/utils";
import type { ActionResult } from "../../src/api-schema/admin";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { later } from "../support/other-process";
import { until } from "../support/waiting";

/** Edits, returns, claims and exchanges of an order during a refund. */
withStore("order-changes", (stage) => {
  interface Captured {
    readonly orderId: string;
    readonly paymentId: string;
    readonly attemptId: string;
    readonly orderNo: string;
    /** Opens an edit that removes one of two items. */
    readonly open: () => Promise<void>;
  }

  async function captured(): Promise<Captured> {
    const { shop, admin, pg } = stage();
    const checkout = await shop.checkout("tall-vase", 2);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const { id: paymentId } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
    const [attempt] = await pg("acquiring_payment_attempt").select("id", "order_no");
    const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
    const open = async (): Promise<void> => {
      await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
      const item = `/admin/order-edits/${orderId}/items/item/${String(body.order.items[0].id)}`;
      await admin.post(item, { quantity: 1 }).expect(200);
    };
    return { orderId, paymentId, attemptId: attempt.id, orderNo: attempt.order_no, open };
  }

  const close = {
    cancelled: (orderId: string) => stage().admin.delete(`/admin/order-edits/${orderId}`).expect(200),
    confirmed: (orderId: string) => stage().admin.post(`/admin/order-edits/${orderId}/confirm`).expect(200),
  };

  async function owed(orderId: string): Promise<number> {
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=summary`).expect(200);
    return body.order.summary.pending_difference;
  }

  const refunds = async (orderId: string): Promise<number[]> =>
    (await stage().admin.payment(orderId)).refunds.map(({ amount }) => amount);

  const transactions = (): Promise<number[]> =>
    stage()
      .pg("order_transaction")
      .where({ reference: "refund", deleted_at: null })
      .pluck("amount")
      .then((all) => all.map(Number));

  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });

  async function onOwnPage({ attemptId }: Captured, request: { key: string; amount: string }): Promise<ActionResult> {
    return (await stage().admin.post(`/admin/acquiring/payments/${attemptId}/refund`, request).expect(200)).body;
  }

  async function inPortal({ orderNo }: Captured, amount: string): Promise<void> {
    const { gateway, hurry } = stage();
    await gateway.control("portal-refund", { order_no: orderNo, amount });
    await gateway.notify(orderNo, { kind: "refund" });
    await hurry();
  }

  test.each([
    ["cancelled", 0],
    ["confirmed", -70],
  ] as const)(
    "a refund in the portal while an edit is open is recorded in the order once that is %s",
    async (how, after) => {
      const order = await captured();
      await order.open();
      await inPortal(order, "30.00");
      expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[30], [], 0]);
      await later(stage());
      expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[30], [], 0]);
      await close[how](order.orderId);
      await later(stage());
      await later(stage());
      expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([
        [30],
        [-30],
        after,
      ]);
      expect(await wrong()).toEqual([]);
      expect(await stage().pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind")).toEqual([]);
    },
  );

  test("while an edit is open our page refunds only what the order owes, and the rest afterwards", async () => {
    const { admin, gateway } = stage();
    const order = await captured();
    const begun = { key: "before-the-edit-01", amount: "10.00" };
    expect(await onOwnPage(order, begun)).toMatchObject({ outcome: "done" });
    await order.open();
    const request = { key: "during-the-edit-01", amount: "30.00" };
    expect(await onOwnPage(order, request)).toMatchObject({
      outcome: "refused",
      code: "order_changing",
      message: expect.stringMatching(/^Nothing was refunded\. An edit, .*confirm or cancel it first/),
    });
    expect(await onOwnPage(order, begun)).toMatchObject({ outcome: "pending" });
    expect([await gateway.sent("refund"), await refunds(order.orderId)]).toEqual([1, [10]]);
    await close.confirmed(order.orderId);
    expect(await owed(order.orderId)).toBe(-100);
    await admin.post("/admin/order-edits", { order_id: order.orderId }).expect(200);
    expect(await onOwnPage(order, request)).toMatchObject({ outcome: "done" });
    expect(await onOwnPage(order, { key: "during-the-edit-02", amount: "70.01" })).toMatchObject({
      outcome: "refused",
    });
    expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([
      [10, 30],
      [-10, -30],
      -70,
    ]);
    expect(await wrong()).toEqual([]);
  });

  /** Returns the order's path. */
  async function transferred({ orderId }: Captured): Promise<string> {
    const { admin, base, shop } = stage();
    const { id: customerId } = await Customer.register(base, shop, "grace");
    const path = `/admin/orders/${orderId}`;
    await admin.post(`${path}/transfer`, { customer_id: customerId }).expect(200);
    return path;
  }

  const NAMES_TRANSFER = expect.stringMatching(/transfer request of this order is open.*under Activity/);

  test("a refund while a transfer of the order is requested names that, and is made once after it is cancelled", async () => {
    const { admin, gateway } = stage();
    const order = await captured();
    const path = await transferred(order);
    const refund = () => admin.post(`/admin/payments/${order.paymentId}/refund`, { amount: 30 });
    expect((await refund().expect(400)).body.message).toEqual(NAMES_TRANSFER);
    const onPage = { key: "during-transfer-01", amount: "30.00" };
    expect(await onOwnPage(order, onPage)).toMatchObject({ outcome: "refused", message: NAMES_TRANSFER });
    expect([await gateway.sent("refund"), await refunds(order.orderId)]).toEqual([0, []]);
    await admin.post(`${path}/transfer/cancel`).expect(200);
    await refund().expect(200);
    expect([await gateway.sent("refund"), await refunds(order.orderId), await transactions()]).toEqual([
      1,
      [30],
      [-30],
    ]);
    expect(await wrong()).toEqual([]);
  });

  test("a fee and what waits to be recorded name the transfer that keeps them from being recorded", async () => {
    const { admin } = stage();
    const order = await captured();
    await order.open();
    await close.confirmed(order.orderId);
    const path = await transferred(order);
    const own = `/admin/acquiring/orders/${order.orderId}`;
    const { plan } = (await admin.get(`${own}/refund-proposal`).expect(200)).body;
    const fee = await admin.post(`${own}/restocking-fee`, { plan, amount: "5.00" }).expect(400);
    expect(fee.body.message).toEqual(NAMES_TRANSFER);
    await inPortal(order, "130.00");
    const surplus = async () => (await admin.get(`${own}/surplus`).expect(200)).body;
    expect(await surplus()).toMatchObject({ surplus: "100.00", refunds: [], refused_because: NAMES_TRANSFER });
    await admin.post(`${path}/transfer/cancel`).expect(200);
    await later(stage());
    expect(await surplus()).toMatchObject({ surplus: null, refused_because: null });
    expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[130], [-130], 0]);
    expect(await wrong()).toEqual([]);
  });

  test("a lost refund that is proven while an edit is open is recorded once the edit is closed", async () => {
    const { gateway, hurry } = stage();
    const order = await captured();
    await gateway.fault("refund", "drop-after-apply");
    expect(await onOwnPage(order, { key: "lost-before-edit-1", amount: "30.00" })).toMatchObject({
      outcome: "unknown",
    });
    await order.open();
    await hurry();
    expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[30], [], 0]);
    await close.cancelled(order.orderId);
    await later(stage());
    expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[30], [-30], 0]);
    expect(await wrong()).toEqual([]);
  });

  test("a refund of Medusa's button is recorded completely, although an edit is opened before the gateway responds", async () => {
    const { admin, gateway } = stage();
    const order = await captured();
    await gateway.slowly("refund");
    const refunding = admin.post(`/admin/payments/${order.paymentId}/refund`, { amount: 30 });
    const answer = refunding.then(({ status }) => status);
    await until(async () => (await gateway.sent("refund")) === 1);
    await order.open();
    expect(await answer).toBe(400);
    await later(stage());
    expect([await refunds(order.orderId), await transactions()]).toEqual([[30], []]);
    await close.cancelled(order.orderId);
    await later(stage());
    expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[30], [-30], 0]);
    expect(await wrong()).toEqual([]);
  });

  test.each(["booked before", "that was to be noted after"])(
    "a refund %s an edit, and refused by the bank while it is open, leaves nothing behind",
    async (when) => {
      const { gateway } = stage();
      const order = await captured();
      if (when !== "booked before") await order.open();
      await inPortal(order, "30.00");
      if (when === "booked before") await order.open();
      await gateway.control("process-refunds", { order_no: order.orderNo, outcome: "failed" });
      await gateway.notify(order.orderNo, { kind: "refund" });
      await later(stage());
      // The credit stays with its transaction as long as it cannot be reverted.
      expect([await transactions(), await owed(order.orderId)]).toEqual([when === "booked before" ? [-30] : [], 0]);
      await close.cancelled(order.orderId);
      await later(stage());
      expect([await refunds(order.orderId), await transactions(), await owed(order.orderId)]).toEqual([[], [], 0]);
      const { body } = await stage().admin.get(`/admin/orders/${order.orderId}?fields=total`).expect(200);
      expect(body.order.total).toBe(200);
      expect(await stage().pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind")).toEqual([
        "refund_failed",
      ]);
    },
  );

  test.each([
    ["with its line", 7],
    ["without", 0],
  ])(
    "a change that core opened for a credit line before it died (%s) is closed, and the next refund is recorded",
    async (_how, credit) => {
      const { admin, container, pg } = stage();
      const order = await captured();
      const refund = (amount: number) => admin.post(`/admin/payments/${order.paymentId}/refund`, { amount });
      await refund(3).expect(200);
      const orders = container.resolve(Modules.ORDER);
      const change = await orders.createOrderChange({ order_id: order.orderId, change_type: "credit_line" });
      const line = {
        action: ChangeActionType.CREDIT_LINE_ADD,
        amount: credit,
        reference: "left",
        reference_id: "left",
      };
      if (credit > 0)
        await orders.addOrderAction({
          order_id: order.orderId,
          order_change_id: change.id,
          version: change.version,
          ...line,
        });
      expect((await refund(10)).body.message).toMatch(/^Nothing was refunded\. An edit/);
      // Core's own flow may still be running.
      await later(stage());
      expect((await refund(10)).status).toBe(400);
      await pg("order_change")
        .where({ id: change.id })
        .update({ created_at: new Date(Date.now() - 61_000) });
      expect((await refund(10)).status).toBe(400);
      await later(stage());
      expect((await refund(10)).status).toBe(200);
      const { body } = await admin.get(`/admin/orders/${order.orderId}?fields=total`).expect(200);
      // The shop owes what the credit line deducts, and the next refund pays it.
      expect([await refunds(order.orderId), await owed(order.orderId), body.order.total]).toEqual([[3, 10], 0, 187]);
      expect(await wrong()).toEqual([]);
    },
  );

  test.each([
    ["the second", [3], 197],
    ["both", [], 200],
  ] as const)(
    "of two refunds that Medusa credited, %s refused by the bank: its credit is reverted",
    async (which, left, total) => {
      const { admin, gateway } = stage();
      const order = await captured();
      const refund = (amount: number) =>
        admin.post(`/admin/payments/${order.paymentId}/refund`, { amount }).expect(200);
      const decided = (outcome: string) => gateway.control("process-refunds", { order_no: order.orderNo, outcome });
      await refund(3);
      if (which === "the second") await decided("done");
      await refund(10);
      await decided("failed");
      await gateway.notify(order.orderNo, { kind: "refund" });
      await later(stage());
      await later(stage());
      expect([await refunds(order.orderId), await owed(order.orderId)]).toEqual([left, 0]);
      const { body } = await admin.get(`/admin/orders/${order.orderId}?fields=total`).expect(200);
      expect(body.order.total).toBe(total);
      expect(await wrong()).toEqual([]);
    },
  );
});
