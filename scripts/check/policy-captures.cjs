/**
 * What the capture policy does by itself: an order shipped in two shipments, and authorisations that are about to expire. The
 * payments are real; time is not waited for, the payment is made older (age-payment.cjs).
 */
const { agePayment } = require("../age-payment.cjs");
const { ship } = require("../order-steps.cjs");
const { look, openDashboard, openOrder, WIDGET } = require("./dashboard.cjs");
const { RULE, withRules } = require("./policy-rules.cjs");

const WIDTHS = [1280, 390];
const LIST = '[data-testid="acquiring-payments"]';
const WITHIN_MS = 90_000;
/** An authorisation of the demo's account is valid for seven days. */
const VALID_HOURS = 168;

const byPolicy = (context, ledger, what, done) =>
  context.until(`the policy: ${what}`, async () => done(await context.transaction(ledger.order_no)), WITHIN_MS);

const amounts = (moves) => moves.map(({ amount }) => amount);

/** Entries of the widget's timeline that contain this text; what the store sends by itself is `by the store`. */
const entry = (widget, text) =>
  widget.getByTestId("acquiring-timeline").first().getByRole("listitem").filter({ hasText: text });

/** The payment in the list, with what it says about the time left. */
async function listed(context, page, { order_no }) {
  await page.goto(`${context.stack.dashboardUrl}/acquiring?q=${order_no}`);
  await page.locator(LIST).getByRole("table").waitFor({ timeout: 30_000 });
  const rows = page.locator(LIST).locator("tbody tr");
  await rows.first().waitFor();
  context.expectSame("rows", await rows.count(), 1);
  return rows.first();
}

/** An order whose authorisation is valid for `left` hours (and a half, as seconds pass). */
async function expiringOrder(context, left) {
  const order = await context.paidOrder("tall-vase");
  await agePayment(context.stack.databaseUrl, order.orderId, VALID_HOURS - left - 0.5);
  return order;
}

module.exports = [
  {
    name: "capture policy: of an order sent in two shipments the first captures its share and the last the remainder",
    run: (context) =>
      withRules(context, [{ ...RULE, method: "card", capture: "on_shipment" }], async () => {
        // 3 × 24.50 and 5.00 for the delivery.
        const { orderId, ledger } = await context.paidOrder("stoneware-mug", undefined, 3, 5);
        const page = await openDashboard(context);
        const widget = await openOrder(context, page, orderId);
        await widget.getByText("Captured on shipment.").first().waitFor({ timeout: 15_000 });
        await ship(context.admin, orderId, 1);
        await byPolicy(context, ledger, "a third", ({ captured }) => captured === "26.16");
        await context.until("the widget shows the share", async () => {
          await openOrder(context, page, orderId);
          return (await widget.getByTestId("acquiring-captured").first().textContent()).includes("26.16");
        });
        await entry(widget, "26.16")
          .getByText(/the store/)
          .first()
          .waitFor();
        await look(context, page, "policy-first-shipment", WIDGET, WIDTHS);

        await ship(context.admin, orderId, 2);
        await byPolicy(context, ledger, "the remainder", ({ captured }) => captured === "78.50");
        await context.until("the widget shows everything", async () => {
          await openOrder(context, page, orderId);
          return (await widget.getByTestId("acquiring-captured").first().textContent()).includes("78.50");
        });
        for (const amount of ["26.16", "52.34"])
          await entry(widget, amount)
            .getByText(/the store/)
            .first()
            .waitFor();
        context.expectSame("plans left", await widget.getByTestId("acquiring-capture-plan").count(), 0);
        await look(context, page, "policy-last-shipment", WIDGET, WIDTHS);
        context.expectSame("captures at the gateway", amounts((await context.transaction(ledger.order_no)).captures), [
          "26.16",
          "52.34",
        ]);
        const { payment } = await context.paymentOf(orderId);
        context.expectSame("captures in Medusa", amounts(payment.captures).sort(), [26.16, 52.34]);
      }),
  },
  {
    name: "capture policy: an authorisation about to expire says how long it is valid, and is captured without staff",
    run: (context) =>
      withRules(context, [{ ...RULE, at_expiry: "capture", hours: 6 }], async () => {
        const { orderId, ledger } = await expiringOrder(context, 9);
        const page = await openDashboard(context);
        const widget = await openOrder(context, page, orderId);
        const plan = widget.locator('[data-testid="acquiring-capture-plan"][data-stage="last_day"]');
        await plan.getByText("9 hours left").waitFor({ timeout: 15_000 });
        await plan.getByText("What is still authorised is captured on").waitFor();
        await look(context, page, "policy-expires-today", WIDGET, WIDTHS);
        const row = await listed(context, page, ledger);
        await row.getByTestId("acquiring-expiry").getByText("9 hours left").waitFor();
        await look(context, page, "policy-expires-today-list", LIST, WIDTHS);
        context.expectSame("captured before", (await context.transaction(ledger.order_no)).captures, []);

        await agePayment(context.stack.databaseUrl, orderId, 4);
        await byPolicy(context, ledger, "captured", ({ captured }) => captured === "100.00");
        await context.until(
          "Medusa has it",
          async () => (await context.paymentOf(orderId)).payment.captures.length > 0,
        );
        await openOrder(context, page, orderId);
        await entry(widget, "Capture sent to the gateway")
          .getByText(/the store/)
          .first()
          .waitFor({ timeout: 15_000 });
        context.expectSame("plans left", await widget.getByTestId("acquiring-capture-plan").count(), 0);
        await look(context, page, "policy-expiry-captured", WIDGET, WIDTHS);
        const after = await listed(context, page, ledger);
        context.expectSame("time left", await after.getByTestId("acquiring-expiry").count(), 0);
      }),
  },
  {
    name: "capture policy: an authorisation about to expire is voided without staff, who see that the order has no payment",
    run: (context) =>
      withRules(context, [{ ...RULE, at_expiry: "void", hours: 6 }], async () => {
        const { orderId, ledger } = await expiringOrder(context, 4);
        await byPolicy(context, ledger, "voided", ({ voided }) => voided);
        await context.until(
          "the ledger has it",
          async () => (await context.paymentOf(orderId)).ledger.state === "voided",
          WITHIN_MS,
        );
        const page = await openDashboard(context);
        const widget = await openOrder(context, page, orderId);
        await entry(widget, "Void sent to the gateway")
          .getByText(/the store/)
          .first()
          .waitFor({ timeout: 15_000 });
        await look(context, page, "policy-expiry-voided", WIDGET, WIDTHS);
        const row = await listed(context, page, ledger);
        await row.getByText("Voided").first().waitFor();
        await look(context, page, "policy-expiry-voided-list", LIST, WIDTHS);
      }),
  },
];
