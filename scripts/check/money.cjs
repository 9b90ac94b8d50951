/** Journeys of an admin over HTTP; the gateway's own data decides. */
module.exports = [
  {
    name: "a partial capture of 30.00 of 100.00: the gateway saw 30.00",
    run: async (context) => {
      const { payment, ledger, orderId } = await context.paidOrder("tall-vase");
      await context.admin(`/admin/payments/${payment.id}/capture`, { amount: 30 });
      const seen = await context.transaction(ledger.order_no);
      context.expectSame(
        "captures at the gateway",
        seen.captures.map(({ amount }) => amount),
        ["30.00"],
      );
      const after = await context.paymentOf(orderId);
      context.expectSame("ledger", after.ledger.amounts.captured, "30.00");
      context.expectSame(
        "Medusa",
        after.payment.captures.map(({ amount }) => amount),
        [30],
      );
    },
  },
  {
    name: "two partial refunds, and a third that would be too much is refused",
    run: async (context) => {
      const { payment, ledger, orderId } = await context.paidOrder("tall-vase");
      await context.admin(`/admin/payments/${payment.id}/capture`, {});
      await context.admin(`/admin/payments/${payment.id}/refund`, { amount: 25 });
      await context.admin(`/admin/payments/${payment.id}/refund`, { amount: 35.5 });
      const seen = await context.transaction(ledger.order_no);
      context.expectSame(
        "refunds at the gateway",
        seen.refunds.map(({ amount }) => amount),
        ["25.00", "35.50"],
      );
      await context.admin(`/admin/payments/${payment.id}/refund`, { amount: 39.6 }, { status: 400 });
      context.expectSame("ledger", (await context.paymentOf(orderId)).ledger.amounts.refundable, "39.50");
    },
  },
  {
    name: "a cancelled order voids the authorisation once",
    run: async (context) => {
      const { ledger, orderId } = await context.paidOrder("teapot");
      const before = (await context.control("state")).effects.cancel;
      await context.admin(`/admin/orders/${orderId}/cancel`, {});
      context.expectSame("voided", (await context.transaction(ledger.order_no)).voided, true);
      context.expectSame("voids", (await context.control("state")).effects.cancel, before + 1);
    },
  },
];
