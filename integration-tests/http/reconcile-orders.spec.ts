import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";
import { age, reconcile } from "../support/books-of-payments";
import { pass } from "../support/waiting";

/** Another plugin's handler of a new order, which may fail: Medusa then reverts the order and the payment. */
let isFailing = false;
const hooks: { readonly validate: unknown; readonly orderCreated?: (handler: () => void) => void } =
  completeCartWorkflow.hooks;
hooks.orderCreated?.(() => {
  if (isFailing) throw new Error("The warehouse is away.");
});

/** Each corruption of an order's refunds is one SQL statement; a correct order has no difference. */
withStore("reconcile_orders", (stage) => {
  beforeEach(() => {
    isFailing = false;
  });

  /** An order of 100.00, captured, refunded by 30.00 and by 20.00, and at rest. */
  async function refundedOrder({ shop, admin, pg }: Stage): Promise<void> {
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 30 }).expect(200);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 20 }).expect(200);
    await pass(stage(), 2 * 24 * 60);
    await age(pg);
  }

  const ONE = "(SELECT id FROM order_transaction WHERE reference = 'refund' ORDER BY amount LIMIT 1)";
  const differs = ["medusa_refund_differs", "decide"];
  const SPOILED = [
    [`DELETE FROM order_transaction WHERE id = ${ONE}`, ["medusa_refund_missing", "record_in_medusa"]],
    [`UPDATE order_transaction SET amount = -1 WHERE id = ${ONE}`, differs],
    [
      `INSERT INTO order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       SELECT 'ordtrx_twice', order_id, version, amount, raw_amount, currency_code, reference, reference_id FROM order_transaction WHERE id = ${ONE}`,
      differs,
    ],
    [
      `INSERT INTO order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       SELECT 'ordtrx_stray', order_id, version, amount, raw_amount, currency_code, reference, 'ref_gone' FROM order_transaction WHERE id = ${ONE}`,
      ["medusa_refund_extra", "decide"],
    ],
    ["DELETE FROM order_credit_line", differs],
    ["UPDATE order_credit_line SET amount = amount - 1", differs],
  ] as const;

  test("a refund that the order lacks, has twice or has with another amount is found, and nothing in a correct order", async () => {
    await refundedOrder(stage());
    const { pg } = stage();
    expect((await reconcile(stage())).found).toEqual([]);
    for (const [sql, [kind, remedy]] of SPOILED) {
      const kept = await Promise.all(
        ["order_transaction", "order_credit_line"].map(async (table) => [table, await pg(table).select()] as const),
      );
      await pg.raw(sql);
      const { found } = await reconcile(stage());
      expect([sql, found.map((each) => [each.kind, each.remedy])]).toEqual([
        sql,
        expect.arrayContaining([[kind, remedy]]),
      ]);
      for (const [table, rows] of kept) {
        await pg(table).delete();
        await pg(table).insert(rows);
      }
    }
    expect((await reconcile(stage())).found).toEqual([]);
  });

  const orderNo = async (): Promise<string> => (await stage().gateway.state()).transactions.at(-1)?.order_no ?? "";

  async function refund(orderId: string, ...amounts: readonly number[]): Promise<void> {
    await refundOf((await stage().admin.payment(orderId)).id, ...amounts);
  }
  async function refundOf(id: string, ...amounts: readonly number[]): Promise<void> {
    for (const amount of amounts) {
      const { status, body } = await stage().admin.post(`/admin/payments/${id}/refund`, { amount });
      expect([status, body.message]).toEqual([200, undefined]);
    }
  }

  async function captured(pieces: number, amount?: number): Promise<string> {
    const { shop, admin } = stage();
    const checkout = await shop.checkout("tall-vase", pieces);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`, amount === undefined ? undefined : { amount }).expect(200);
    return orderId;
  }

  const HEALTHY: readonly (readonly [string, () => Promise<void>])[] = [
    [
      "paid anew after a captured payment was given back: two payments in one collection",
      async () => {
        const { shop, admin, gateway, pg, work } = stage();
        await gateway.control("settings", { captureMode: "automatic" });
        const first = await shop.checkout();
        await shop.pay(first).expect(200);
        await gateway.notify(await orderNo());
        isFailing = true;
        await work();
        expect((await shop.post(`/store/carts/${first.cartId}/complete`)).status).not.toBe(200);
        isFailing = false;
        await gateway.control("settings", { captureMode: "manual" });
        const checkout = { ...first, session: await shop.session(first.collectionId) };
        await shop.pay(checkout).expect(200);
        expect((await shop.complete(checkout)).type).toBe("order");
        const { id } = await pg("payment").where({ payment_session_id: checkout.session.id }).first("id");
        await admin.post(`/admin/payments/${String(id)}/capture`).expect(200);
        await refundOf(String(id), 30);
        expect(await pg("refund").orderBy("created_at").pluck("amount")).toEqual(["100", "30"]);
      },
    ],
    [
      "edited after the capture: what it owes is refunded without a credit line",
      async () => {
        const { admin } = stage();
        const orderId = await captured(2);
        const { body } = await admin.get(`/admin/orders/${orderId}?fields=*items`).expect(200);
        await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
        const item = `/admin/order-edits/${orderId}/items/item/${String(body.order.items[0].id)}`;
        await admin.post(item, { quantity: 1 }).expect(200);
        await admin.post(`/admin/order-edits/${orderId}/confirm`).expect(200);
        await refund(orderId, 100, 20);
        expect(await stage().pg("order_credit_line").where({ amount: 100 })).toEqual([]);
      },
    ],
    [
      "of two refunds the bank refused one after it had been accepted: Medusa's row was taken back",
      async () => {
        const { gateway } = stage();
        const orderId = await captured(1);
        await refund(orderId, 30);
        await gateway.control("process-refunds", { order_no: await orderNo(), outcome: "done" });
        await refund(orderId, 20);
        await gateway.control("process-refunds", { order_no: await orderNo(), outcome: "failed" });
        await gateway.notify(await orderNo(), { kind: "refund" });
      },
    ],
    ["captured in part", async () => refund(await captured(1, 60), 20, 40)],
    ["refunded whole", async () => refund(await captured(1), 100)],
    [
      "cancelled after its capture",
      async () =>
        void (await stage()
          .admin.post(`/admin/orders/${await captured(1)}/cancel`)
          .expect(200)),
    ],
  ];

  test.each(HEALTHY)("nothing differs in an order %s", async (_what, make) => {
    await make();
    for (const minutes of [3, 30, 2 * 24 * 60]) await pass(stage(), minutes);
    await age(stage().pg);
    expect((await reconcile(stage())).found).toEqual([]);
  });
});
