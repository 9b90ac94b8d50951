import { checkBooks, readBooks, wrongInBooks } from "../support/books";
import type { ViolationCode } from "../support/books";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";

/** The history checker itself: it finds nothing in right books, and each kind of wrong ones. */
withStore("books", (stage) => {
  const DAY = 86_400_000;

  /** An order of 100.00 that was captured, refunded by 30.00, and has come to rest. */
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

  test("an order that was paid, captured and partly refunded is the same in all three books", async () => {
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

  test("money that the gateway took and nobody else knows of is found", async () => {
    const { shop, gateway } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    expect(await codes(stage())).toEqual(["money_without_order"]);
    await shop.complete(checkout);
    expect(await codes(stage())).toEqual([]);
    await gateway.control("reset");
    expect(await codes(stage())).toEqual(["state_differs"]);
  });
});
