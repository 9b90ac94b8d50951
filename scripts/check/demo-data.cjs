/**
 * What `npm run demo` prepares when it starts for the first time: the payouts and orders that its text promises. The last
 * journey, because the others expect a store without them.
 */
const { exampleOrders, pastOrders } = require("../demo-orders.cjs");
const { examplePayouts } = require("../demo-payouts.cjs");
const { look, openDashboard } = require("./dashboard.cjs");

const DAY_MS = 86_400_000;

module.exports = [
  {
    name: "demo: its payouts and its first orders are prepared as its text says",
    run: async (context) => {
      const { stack, admin } = context;
      await examplePayouts(stack.backendUrl, stack);
      const waiting = async (q) => (await admin(`/admin/acquiring/payouts?q=${encodeURIComponent(q)}`)).payouts;
      const [submitted, draft] = await Promise.all(["Clay, delivery 42", "Glazing course, April"].map(waiting));
      context.expectSame(
        "the payout that waits and the draft",
        [...submitted, ...draft].map(({ state }) => state),
        ["submitted", "draft"],
      );
      // A customer of their own: the first carts of a new customer are created as in a new demo.
      const orders = await exampleOrders({ ...stack, email: "first@example.test", isRepeated: true });
      const payments = await Promise.all(
        orders.map(async (id) => (await admin(`/admin/acquiring/orders/${id}/payments`)).payments[0]),
      );
      context.expectSame(
        "orders in which nothing, a part or everything is captured",
        payments.map(({ amounts }) => ["none", "part", "all"][extentOf(amounts)]),
        ["none", "none", "part", "all", "all", "all", "all"],
      );
      const expiresWithin =
        (days) =>
        ({ capture_plan: plan }) =>
          plan !== null && Date.parse(plan.expires_at) - Date.now() < days * DAY_MS;
      const counts = [1, 4].map((days) => payments.slice(0, 2).filter(expiresWithin(days)).length);
      context.expectSame("authorisations that expire within a day and within four", counts, [1, 2]);
      const proposal = await admin(`/admin/acquiring/orders/${orders[4]}/refund-proposal`);
      context.expectSame("the order with a refund to make", Number(proposal.surplus) > 0, true);
      context.expectSame("the refunded order", Number(payments[5].amounts.refunded) > 0, true);
      const { order } = await admin(`/admin/orders/${orders[6]}?fields=*summary`);
      context.expectSame("the order that owes money", Number(order.summary.pending_difference) > 0, true);
      const days = await pastOrders({ ...stack, isRepeated: true });
      const before = new Date(Date.now() - DAY_MS / 2).toISOString();
      const past = await admin(`/admin/acquiring/payments?created_to=${before}&limit=100`);
      const ages = past.payments.map(({ created_at: at }) => Math.round((Date.now() - Date.parse(at)) / DAY_MS));
      const missing = days.filter((day) => !ages.includes(day));
      context.expectSame("days of the last weeks without a payment", missing, []);
      const page = await openDashboard(context);
      await page.goto(`${stack.dashboardUrl}/orders/${orders[1]}`);
      const widget = page.locator('[data-testid^="acquiring"]').first();
      await widget.waitFor({ timeout: 30_000 });
      await look(context, page, "demo-expiring", '[data-testid^="acquiring"]', [1280, 390]);
    },
  },
];

const extentOf = ({ authorised, captured }) =>
  Number(captured) === 0 ? 0 : Number(captured) < Number(authorised) ? 1 : 2;
