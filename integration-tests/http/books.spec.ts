import { checkBooks, readBooks, wrongInBooks } from "../support/books";
import type { ViolationCode } from "../support/books";
import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { later } from "../support/other-process";
import { charge, chargeRows, follow, offerPlan, subscribe } from "../support/subscriber";

/** The history checker itself: it accepts correct books and finds each kind of violation. */
withStore("books", (stage) => {
  const DAY = 86_400_000;

  /** An order of 100.00, captured, refunded by 30.00, and at rest. */
  async function restingOrder(): Promise<{ orderNo: string; cartId: string; orderId: string }> {
    const { shop, admin, ledger, gateway, hurry, pg } = stage();
    const { orderId, checkout } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 30 }).expect(200);
    await gateway.control("clock", { ms: DAY });
    const later = Date.now() + DAY;
    ledger.useClock(() => new Date(later));
    await hurry();
    const { rows } = await pg.raw("SELECT order_no FROM acquiring_payment_attempt WHERE cart_id = ?", [
      checkout.cartId,
    ]);
    return { orderNo: rows[0].order_no, cartId: checkout.cartId, orderId };
  }

  const codes = async ({ pg, gateway }: Stage): Promise<ViolationCode[]> => {
    const found = checkBooks(await readBooks({ pg, gatewayUrl: gateway.url }), { atRest: true });
    return [...new Set(found.map(({ code }) => code))].sort();
  };

  test("a paid, captured and partly refunded order is the same at the gateway, in the ledger and in Medusa", async () => {
    await restingOrder();
    const { pg, gateway } = stage();
    expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    const { journal, medusa, gateway: truth } = await readBooks({ pg, gatewayUrl: gateway.url });
    expect([journal.length, medusa.payments.length, truth.all.length]).toEqual([1, 1, 1]);
  });

  test.each([
    ["an amount of the ledger's row", "UPDATE acquiring_payment_attempt SET refunded = 2900", "journal_fold_differs"],
    ["a state of the ledger's row", "UPDATE acquiring_payment_attempt SET state = 'authorised'", "state_differs"],
    ["an open operation", "UPDATE acquiring_operation SET status = 'unknown' WHERE kind = 'refund'", "operation_open"],
    [
      "a lost refund of ours",
      "UPDATE acquiring_operation SET status = 'declined' WHERE kind = 'refund'",
      "refund_missing",
    ],
    [
      "a lost capture of ours",
      "UPDATE acquiring_operation SET status = 'declined' WHERE kind = 'capture'",
      "capture_effects_differ",
    ],
    ["a refund that Medusa forgot", "DELETE FROM refund", "medusa_amount_differs"],
    [
      "a capture that Medusa made twice",
      "INSERT INTO capture (id, amount, raw_amount, payment_id) SELECT id || '2', amount, raw_amount, payment_id FROM capture",
      "medusa_amount_differs",
    ],
    [
      "an order's transaction that is gone",
      "DELETE FROM order_transaction WHERE reference = 'refund'",
      "medusa_totals_differ",
    ],
    ["a payment that Medusa cancelled", "UPDATE payment SET canceled_at = now()", "medusa_state_differs"],
    [
      "a notification that waits",
      "INSERT INTO acquiring_inbox_event (id, account, source, digest, signature, order_no, status, tries, deliveries, received_at) SELECT 'acqin_x', 'main', 'notify', 'x', 'matched', order_no, 'pending', 0, 1, now() FROM acquiring_payment_attempt",
      "notification_waiting",
    ],
  ] as const)("%s is found", async (_what, sql, code) => {
    await restingOrder();
    const { pg } = stage();
    await pg.raw(sql);
    expect(await codes(stage())).toContain(code);
  });

  test("an order paid in part with a link agrees everywhere, and each corruption of it is found", async () => {
    const { pg } = stage();
    const { orderId } = await editedOrder(stage());
    const customer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    await customer.pay(await customer.begin()).expect(200);
    await later(stage());
    expect(await codes(stage())).toEqual([]);
    const corruptions = [
      ["acquiring_payment_link", { paid_at: null }, "link_state_differs"],
      ["acquiring_payment_link", { attempt_id: "acqatt_another" }, "link_state_differs"],
      ["order_summary", { totals: { transaction_total: 0, current_order_total: 200 } }, "medusa_totals_differ"],
      ["order_summary", { totals: { transaction_total: 100, current_order_total: 100 } }, "order_paid_twice"],
    ] as const;
    for (const [table, change, code] of corruptions) {
      const before = await pg(table).select("*");
      await pg(table).update(change);
      expect([code, await codes(stage())]).toEqual([code, expect.arrayContaining([code])]);
      for (const row of before) await pg(table).where({ id: row.id }).update(row);
    }
    expect(await codes(stage())).toEqual([]);
    // A second payment of the same link in Medusa, and its money at the gateway.
    await pg("acquiring_payment_attempt")
      .whereNotNull("cart_id")
      .update({
        payment_link_id: pg("acquiring_payment_link").select("id"),
      });
    expect(await codes(stage())).toEqual(expect.arrayContaining(["double_money", "link_paid_twice"]));
  });

  test("money known only to the gateway is found", async () => {
    const { shop, gateway } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    expect(await codes(stage())).toEqual(["money_without_order"]);
    await shop.complete(checkout);
    expect(await codes(stage())).toEqual([]);
    await gateway.control("reset");
    expect(await codes(stage())).toEqual(["state_differs"]);
  });

  /** The renewal's charge is number 2. Each change is reverted, so that one subscription is enough. */
  const SPOILED = [
    ["UPDATE acquiring_charge SET state = 'declined' WHERE number = 2", "charge_differs"],
    ["UPDATE acquiring_charge SET order_state = 'none' WHERE number = 2", "renewal_without_order"],
    ["UPDATE acquiring_charge SET gateway_payment_id = 'another' WHERE number = 2", "charge_not_at_gateway"],
    ["UPDATE acquiring_charge SET gateway_payment_id = 'another' WHERE number = 2", "charge_missing"],
    ["UPDATE capture SET deleted_at = now()", "renewal_order_differs"],
    [
      `UPDATE "order" SET metadata = (SELECT metadata FROM "order" WHERE metadata IS NOT NULL) WHERE metadata IS NULL`,
      "renewal_ordered_twice",
    ],
    ["UPDATE acquiring_subscription SET state = 'cancelled'", "subscription_state_differs"],
    ["UPDATE acquiring_subscription SET attempt_id = NULL", "subscription_missing"],
    [
      "DELETE FROM acquiring_inbox_event WHERE source = 'notify' AND order_no IN (SELECT order_no FROM acquiring_payment_attempt WHERE renewal_of IS NOT NULL)",
      "acknowledged_without_row",
    ],
  ] as const;

  test("a subscription and its renewal agree everywhere, and each corruption of them is found", async () => {
    await offerPlan(stage());
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    const { pg, gateway, work } = stage();
    const [, renewal] = await chargeRows(stage(), subscribed);
    await gateway.control("notify", { transaction_id: renewal?.gateway_payment_id });
    await work();
    const where = { pg, gatewayUrl: gateway.url };
    expect(await wrongInBooks(where, { atRest: true })).toEqual([]);
    expect((await readBooks(where)).subscriptions).toMatchObject({
      records: [{ state: "active" }],
      charges: [{ number: 1 }, { number: 2, order_state: "made" }],
      orders: [{ captured: 10_000n, paid: 10_000n }],
    });
    for (const [sql, code] of SPOILED) {
      const spoiled = await pg.transaction();
      await spoiled.raw(sql);
      const found = checkBooks(await readBooks({ ...where, pg: spoiled }), { atRest: true });
      await spoiled.rollback();
      expect([sql, found.map((violation) => violation.code)]).toEqual([sql, expect.arrayContaining([code])]);
    }
    await gateway.control("cancel-subscription", { order_no: subscribed.orderNo });
    expect(await codes(stage())).toEqual(["subscription_state_differs"]);
  });
});
