/** Journeys with faults that must still end correctly. */
module.exports = [
  {
    name: "an authorise whose answer is lost is resolved by a query, without a second authorisation",
    run: async (context) => {
      const cart = await context.checkout("dinner-plate");
      const before = (await context.control("state")).effects.authorise;
      const first = await context.pay(cart, "4000000000000259");
      const payment =
        first.state === "checking"
          ? await context.until("the query decides", async () =>
              ((p) => (p.state === "checking" ? null : p))(await context.status(cart)),
            )
          : first;
      context.expectSame("state", payment.state, "authorised");
      context.expectSame("completed", (await context.complete(cart)).type, "order");
      context.expectSame("authorisations", (await context.control("state")).effects.authorise, before + 1);
    },
  },
  {
    name: "the tab is closed after paying, and the order exists",
    run: async (context) => {
      const cart = await context.checkout("stoneware-mug");
      const payment = await context.pay(cart);
      context.expectSame("state", payment.state, "authorised");
      const orders = await context.until(
        "the server completes the cart",
        async () => ((found) => (found.length > 0 ? found : null))(await context.orderOfCart(cart.cartId)),
        30_000,
      );
      context.expectSame("orders", orders.length, 1);
    },
  },
  {
    name: "the same notification five times changes nothing more than once",
    run: async (context) => {
      const { ledger, orderId } = await context.paidOrder("serving-bowl");
      await context.control("idle");
      const before = await context.paymentOf(orderId);
      const { results } = await context.control("notify", { order_no: ledger.order_no, times: 5 });
      context.expectSame(
        "answers",
        results.map(({ status }) => status),
        [200, 200, 200, 200, 200],
      );
      const after = await context.paymentOf(orderId);
      context.expectSame(
        "state",
        [after.ledger.state, after.ledger.timeline.length],
        [before.ledger.state, before.ledger.timeline.length],
      );
    },
  },
  {
    name: "a forged notification is answered 401 and changes nothing",
    run: async (context) => {
      const { ledger, orderId } = await context.paidOrder("serving-bowl");
      const forged = {
        order_no: ledger.order_no,
        signature: "invalid",
        overrides: { payment_status: "3000", notify_type: "capture" },
      };
      const { results } = await context.control("notify", forged);
      context.expectSame("answer", results[0].status, 401);
      context.expectSame("state", (await context.paymentOf(orderId)).ledger.state, "authorised");
    },
  },
  {
    name: "a capture whose answer is lost is recorded in Medusa once it is proven, and not sent again",
    run: async (context) => {
      const { payment, ledger, orderId } = await context.paidOrder("tall-vase");
      await context.control("faults", { operation: "capture", fault: "drop-after-apply", count: 1 });
      await context.admin(`/admin/payments/${payment.id}/capture`, {}, { status: "any" });
      await context.until(
        "Medusa has the capture",
        async () => (await context.paymentOf(orderId)).payment.captures.length === 1,
        40_000,
      );
      context.expectSame("captures at the gateway", (await context.transaction(ledger.order_no)).captures.length, 1);
    },
  },
];
