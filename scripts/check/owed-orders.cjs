/** Journeys of customers who pay what their order owes: the difference of an exchange, and a voucher that expired. */
const { exchange } = require("../order-steps.cjs");
const { act, openDashboard, openOrder } = require("./dashboard.cjs");
const { copied, create, openLinks, payAt, seen, told } = require("./link-steps.cjs");
const { choose, fillCard, fillCheckout, pay, placed, register, standing } = require("./shopping.cjs");

const CHALLENGE = "4000000000003063";
const PHONE = { width: 390, height: 844 };

/** A captured and sent order of one vase: it is to come back, and two are sent for it. */
async function exchangedOrder({ admin, paidOrder }) {
  const { orderId, payment } = await paidOrder("tall-vase");
  await admin(`/admin/payments/${payment.id}/capture`, {});
  const { order } = await admin(`/admin/orders/${orderId}?fields=*items`);
  const [{ id }] = order.items;
  await admin(`/admin/orders/${orderId}/fulfillments`, { items: [{ id, quantity: 1 }] });
  await exchange(admin, orderId, 2);
  return orderId;
}

/** What the gateway, the ledger and Medusa say about the order's newest payment, and the sum of Medusa's transactions. */
async function booksOf(context, orderId) {
  const [newest] = (await context.admin(`/admin/acquiring/orders/${orderId}/payments`)).payments;
  const { captured, refunded, order_no } = { ...newest.amounts, ...newest };
  const atGateway = await context.transaction(order_no);
  const payments = "payment_collections.payments";
  const fields = `${payments}.created_at,*${payments}.captures,*${payments}.refunds,*transactions`;
  const { order } = await context.admin(`/admin/orders/${orderId}?fields=${fields}`);
  const sum = (moves) => moves.reduce((total, { amount }) => total + amount, 0).toFixed(2);
  const all = order.payment_collections.flatMap((collection) => collection.payments ?? []);
  const [mirrored] = all.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  return {
    gateway: [atGateway.captured, atGateway.refunded],
    ledger: [captured, refunded],
    medusa: [sum(mirrored.captures), sum(mirrored.refunds)],
    transactions: sum(order.transactions),
  };
}

module.exports = [
  {
    name: "what an order owes: the difference of an exchange is paid with its link, and a part of it refunded",
    run: async (context) => {
      const orderId = await exchangedOrder(context);
      const { due } = await context.admin(`/admin/acquiring/orders/${orderId}/payment-links`);
      const page = await openDashboard(context);
      const part = await openLinks(context, page, `orders/${orderId}`);
      await part.getByText(`Outstanding: €${due.amount}`).waitFor({ timeout: 15_000 });
      await create(page, part);
      await payAt(context, await copied(context, page, part), "exchange");
      const widget = await openOrder(context, page, orderId);
      await act(page, widget, "capture");
      await told(page, `Captured: €${due.amount}`);
      // The newest payment is the first; the order's own one could be refunded, too.
      const paidByLink = widget.getByTestId("acquiring-payment").first();
      await act(page, paidByLink, "refund", (drawer) => drawer.getByTestId("acquiring-amount").fill("10.00"));
      await told(page, "Refunded: €10.00");
      const moved = [due.amount, "10.00"];
      context.expectSame("the books", await booksOf(context, orderId), {
        ...{ gateway: moved, ledger: moved, medusa: moved },
        transactions: (100 + Number(due.amount) - 10).toFixed(2),
      });
    },
  },
  {
    name: "what an order owes: a voucher expires, and its customer pays by card with 3-D Secure on the order page",
    run: async (context) => {
      const page = await context.page(PHONE);
      await register(page, context.stack.shopUrl, `owing.${Date.now()}@example.test`);
      await fillCheckout(context, page, { handle: "stoneware-mug", country: "pt" });
      await choose(page, "Multibanco");
      await pay(page);
      await page.locator("#pay-later").click();
      const voucher = page.url();
      await page.locator("#back").click();
      const orderId = await placed(page);
      await standing(page, "We are waiting for your payment");
      const slip = await page.context().newPage();
      await slip.goto(voucher);
      await slip.locator("#expire").click();
      await standing(page, "Not paid");
      const again = page.getByTestId("payment").getByRole("button", { name: "Pay €24.50" });
      await again.waitFor();
      await seen(context, page, "voucher-expired");
      await again.click();
      await page.getByRole("radio", { name: "Card", exact: true }).check();
      await fillCard(page, CHALLENGE);
      await seen(context, page, "voucher-pay-again");
      await pay(page);
      await page.locator("#approve").click();
      await standing(page, "Paid");
      // Nothing is said of the voucher any more.
      await page.locator(".how-to-pay").waitFor({ state: "detached" });
      await seen(context, page, "voucher-paid-again");
      const { payments } = await context.admin(`/admin/acquiring/orders/${orderId}/payments`);
      const states = payments.map(({ state }) => state);
      // The gateway reports a voucher that expired as failed.
      context.expectSame("payments", states, ["authorised", "declined"]);
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
];
