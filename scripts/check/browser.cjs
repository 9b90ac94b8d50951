/** Journeys through the shop and then the dashboard, in a real browser. */

const { openDashboard } = require("./dashboard.cjs");
const { fillCard, fillCheckout, pay, placed } = require("./shopping.cjs");

async function buy(context, page, { handle, number }) {
  await fillCheckout(context, page, { handle });
  await fillCard(page, number);
  await context.shot(page, "payment");
  await pay(page);
}

module.exports = [
  {
    name: "a customer buys a vase in the shop; an admin captures it and refunds a part in the dashboard",
    run: async (context) => {
      const shop = await context.page();
      await buy(context, shop, { handle: "tall-vase", number: "4111111111111111" });
      const orderId = await placed(shop);
      await context.shot(shop, "order-placed");
      context.expectSame("errors in the shop", shop.problems, []);

      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
      const widget = page.getByTestId("acquiring-order-widget");
      await widget.waitFor({ timeout: 30_000 });
      // Medusa's own button; ours is in the widget and has its own journey.
      await page
        .getByRole("button", { name: /capture payment/i })
        .first()
        .click();
      const confirm = page.getByRole("alertdialog").getByRole("button", { name: /capture|continue|confirm/i });
      if (await confirm.isVisible({ timeout: 3_000 }).catch(() => false)) await confirm.click();
      const captured = await context.until("the capture shows in the ledger", async () => {
        const { ledger } = await context.paymentOf(orderId);
        return ledger.state === "captured" ? ledger : null;
      });
      context.expectSame("captured amount", captured.amounts.captured, "100.00");

      const { payment } = await context.paymentOf(orderId);
      await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}/refund?paymentId=${payment.id}`);
      const amount = page.locator('input[name="amount"], input[inputmode="decimal"], input[id*="amount"]').first();
      await amount.waitFor({ timeout: 15_000 });
      await amount.fill("30");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /save|refund/i })
        .last()
        .click();
      await context.until(
        "the refund shows at the gateway",
        async () => (await context.transaction(captured.order_no)).refunded === "30.00",
      );
      await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
      await page.getByTestId("acquiring-refunded").first().filter({ hasText: "30" }).waitFor({ timeout: 15_000 });
      await widget.scrollIntoViewIfNeeded();
      await context.shot(page, "order-widget");
    },
  },
  {
    name: "a declined card shows a neutral text, and another card pays the same session",
    run: async (context) => {
      const page = await context.page({ width: 390, height: 844 });
      await buy(context, page, { handle: "stoneware-mug", number: "4000000000000002" });
      await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      await context.shot(page, "declined-mobile");
      const before = (await context.control("state")).effects.authorise;
      await fillCard(page, "5555555555554444");
      await pay(page);
      await placed(page);
      context.expectSame("authorisations", (await context.control("state")).effects.authorise, before + 1);
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
  {
    name: "an order is cancelled in the dashboard, and the gateway voids the authorisation",
    run: async (context) => {
      const { orderId, ledger } = await context.paidOrder("serving-bowl");
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
      await page.getByTestId("acquiring-order-widget").waitFor({ timeout: 30_000 });
      const header = page
        .getByRole("heading", { name: /^#\d+/ })
        .locator('xpath=ancestor::div[contains(@class,"px-6")][1]');
      await header.getByRole("button").last().click();
      await page.getByRole("menuitem", { name: /cancel/i }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /continue|cancel order|confirm/i })
        .last()
        .click();
      await context.until(
        "the gateway shows the void",
        async () => (await context.transaction(ledger.order_no)).voided,
      );
      context.expectSame("ledger", (await context.paymentOf(orderId)).ledger.state, "voided");
    },
  },
  {
    name: "a payment whose answer is lost shows 'checking' at most briefly and becomes one order",
    run: async (context) => {
      const page = await context.page();
      const before = (await context.control("state")).effects.authorise;
      await buy(context, page, { handle: "candle-holder", number: "4000000000000259" });
      await placed(page);
      context.expectSame("authorisations", (await context.control("state")).effects.authorise, before + 1);
    },
  },
  {
    name: "the sandbox page of the gateway lists what happened",
    run: async (context) => {
      const page = await context.page({ width: 1100, height: 900 });
      await page.goto(context.stack.gatewayUrl);
      await page.getByText("Sandbox – no real money").waitFor();
      await page.getByRole("button", { name: "Send notification again" }).first().click();
      await page.waitForURL(`${context.stack.gatewayUrl}/`);
      await context.shot(page, "simulator");
    },
  },
];
