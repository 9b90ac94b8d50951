/** Admin actions on payments in the dashboard; the gateway's own data decides. */
/* What runs inside the page: */
/* global document, localStorage */
const { act, DRAWER, look, openDashboard, openOrder, outcome, requestsOf, WIDGET } = require("./dashboard.cjs");

/**
 * Number of captures at once, fifty per request. Fewer in `npm test` (CHECK_SHORT), because an order takes a second.
 */
const MANY = process.env.CHECK_SHORT ? 12 : 120;

/** Several at once, so that a hundred orders do not take minutes; the first alone, because it creates the customer. */
async function manyOrders(context, count) {
  const made = [await context.paidOrder("tall-vase")];
  const work = async () => {
    while (made.length < count) {
      const place = made.push(null) - 1;
      made[place] = await context.paidOrder("tall-vase");
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return made;
}

/** The toast after an action. */
const told = (page, text) => page.locator("[data-sonner-toast]").filter({ hasText: text }).waitFor({ timeout: 15_000 });

module.exports = [
  {
    name: "dashboard: a partial capture and refund in the order widget; two clicks are one operation",
    run: async (context) => {
      const { orderId, ledger } = await context.paidOrder("tall-vase");
      const page = await openDashboard(context);
      const widget = await openOrder(context, page, orderId);
      await act(page, widget, "capture", async (drawer) => {
        await drawer.getByTestId("acquiring-amount").fill("30.00");
        await look(context, page, "capture", DRAWER);
      });
      await told(page, "Captured: €30.00");
      await context.until("the widget shows the capture", async () =>
        (await widget.getByTestId("acquiring-captured").first().textContent()).includes("30.00"),
      );
      await act(page, widget, "refund", async (drawer) => {
        await drawer.getByTestId("acquiring-amount").fill("10.00");
        await drawer.getByTestId("acquiring-note").fill("The glaze was scratched");
        await look(context, page, "refund", DRAWER);
      });
      await told(page, "Refunded: €10.00");
      await widget.getByText("The glaze was scratched").waitFor({ timeout: 15_000 });
      const seen = await context.transaction(ledger.order_no);
      const amounts = (moves) => moves.map(({ amount }) => amount);
      context.expectSame("captures at the gateway", amounts(seen.captures), ["30.00"]);
      context.expectSame("refunds at the gateway", amounts(seen.refunds), ["10.00"]);
      await widget.getByTestId("acquiring-query").first().click();
      await page.getByText("Status refreshed from the gateway.").waitFor({ timeout: 15_000 });
      await look(context, page, "order-widget-acted", WIDGET);
      await widget.getByTestId("acquiring-more").first().click();
      await page.getByRole("menuitem", { name: "Replay a notification" }).click();
      await look(context, page, "replay", DRAWER);
      await page.getByTestId("acquiring-confirm").dblclick();
      await page.getByText("The notification was processed again.").waitFor({ timeout: 15_000 });
      context.expectSame("captures after the replay", amounts((await context.transaction(ledger.order_no)).captures), [
        "30.00",
      ]);
    },
  },
  {
    name: "dashboard: a read-only user sees no button, and a German user sees German texts",
    run: async (context) => {
      const { orderId } = await context.paidOrder("tall-vase");
      const page = await openDashboard(context);
      await page.route("**/admin/acquiring/access", async (route) => {
        const answer = await route.fetch({ maxRetries: 2 });
        await route.fulfill({ response: answer, json: { ...(await answer.json()), permissions: ["read"] } });
      });
      const widget = await openOrder(context, page, orderId);
      await widget.getByTestId("acquiring-timeline").first().waitFor();
      context.expectSame(
        "buttons",
        await widget.getByTestId("acquiring-actions").first().getByRole("button").count(),
        0,
      );
      await page.goto(`${context.stack.dashboardUrl}/acquiring`);
      await page.getByTestId("acquiring-payments").getByRole("table").waitFor({ timeout: 30_000 });
      for (const testId of ["acquiring-select-all", "acquiring-export"])
        context.expectSame(testId, await page.getByTestId(testId).count(), 0);
      context.expectSame("boxes to tick", await page.getByRole("checkbox").count(), 0);
      await page.unroute("**/admin/acquiring/access");
      await page.evaluate(() => {
        localStorage.setItem("lng", "de");
        document.cookie = "lng=de; path=/";
      });
      const german = await openOrder(context, page, orderId);
      await german.getByRole("button", { name: "Einziehen", exact: true }).waitFor();
      await german
        .getByText(/100,00\s€/)
        .first()
        .waitFor();
      await look(context, page, "order-widget-german", WIDGET);
    },
  },
  {
    name: "dashboard: a void releases the authorisation; a refusal and a lost answer are reported as such",
    run: async (context) => {
      const page = await openDashboard(context);
      const voided = await context.paidOrder("tall-vase");
      const widget = await openOrder(context, page, voided.orderId);
      await act(page, widget, "void", () => look(context, page, "void", DRAWER));
      await told(page, "Voided: €100.00");
      await context.until(
        "the gateway shows the void",
        async () => (await context.transaction(voided.ledger.order_no)).voided,
      );

      const refused = await context.paidOrder("tall-vase");
      await context.control("settings", { notifications: "off" });
      await context.control("portal-void", { order_no: refused.ledger.order_no });
      await act(page, await openOrder(context, page, refused.orderId), "capture");
      await outcome(page, "refused");
      await look(context, page, "capture-refused", DRAWER);
      await context.control("settings", { notifications: "on" });

      const lost = await context.paidOrder("tall-vase");
      await context.control("faults", { operation: "capture", fault: "drop-after-apply", count: 1 });
      await act(page, await openOrder(context, page, lost.orderId), "capture");
      await outcome(page, "unknown");
      await look(context, page, "capture-unknown", DRAWER);
      await page.getByRole("button", { name: "Close" }).last().click();
      await context.until(
        "what was lost is found by asking",
        async () => (await context.paymentOf(lost.orderId)).ledger.state === "captured",
        60_000,
      );
      context.expectSame(
        "captures at the gateway",
        (await context.transaction(lost.ledger.order_no)).captures.map(({ amount }) => amount),
        ["100.00"],
      );
    },
  },
  {
    name: "dashboard: many payments are captured, fifty to a request, and the one that was refused says why",
    run: async (context) => {
      const since = new Date().toISOString();
      const made = await manyOrders(context, MANY);
      await context.control("settings", { notifications: "off" });
      await context.control("portal-void", { order_no: made[5].ledger.order_no });
      const before = await requestsOf(context, "capture");
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring?created_from=${encodeURIComponent(since)}`);
      await page.getByTestId("acquiring-payments").getByRole("table").waitFor({ timeout: 30_000 });
      await look(context, page, "payments", '[data-testid="acquiring-payments"]');
      await page.getByTestId("acquiring-select-all").click();
      await page.getByText(`Selected: ${MANY}`).waitFor({ timeout: 20_000 });
      await context.shot(page, "payments-selected");
      await page.keyboard.press("c");
      await page.getByTestId("acquiring-bulk-start").dblclick();
      await page.locator('[data-testid="acquiring-run"][data-finished="true"]').waitFor({ timeout: 120_000 });
      await page
        .getByTestId("acquiring-count-done")
        .filter({ hasText: String(MANY - 1) })
        .waitFor();
      await told(page, `Captured: ${MANY - 1} of ${MANY} payments`);
      context.expectSame("shown as not captured", await page.getByTestId("acquiring-run-item").count(), 1);
      await look(context, page, "bulk", '[data-testid="acquiring-bulk"]');
      context.expectSame("requests", (await requestsOf(context, "capture")) - before, Math.ceil(MANY / 50));
      await context.control("settings", { notifications: "on" });
    },
  },
];
