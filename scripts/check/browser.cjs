/** The journeys that a person makes: the shop, then the dashboard, in a real browser. */

async function buy(context, page, { handle, number }) {
  const { stack } = context;
  await page.goto(stack.shopUrl);
  await page.getByTestId(`product-card-${handle}`).waitFor();
  await context.shot(page, "shop");
  await page.getByTestId(`product-card-${handle}`).click();
  await page.getByTestId("add-to-cart").click();
  await page.getByText("is in your cart").waitFor();
  await page.getByTestId("cart-link").click();
  await page.getByTestId("go-checkout").click();
  await page.getByTestId("email").fill("ada@example.test");
  await page.getByTestId("first-name").fill("Ada");
  await page.getByTestId("last-name").fill("Lovelace");
  await page.getByTestId("address-1").fill("Hauptstr. 1");
  await page.getByTestId("postal-code").fill("10115");
  await page.getByTestId("city").fill("Berlin");
  await page.getByTestId("save-address").click();
  await page.getByTestId("shipping-option-0").check();
  await page.getByTestId("save-shipping").click();
  await fillCard(page, number);
  await context.shot(page, "payment");
  await page.getByTestId("pay").click();
}

async function fillCard(page, number) {
  await page.getByTestId("card-number").fill(number);
  await page.getByTestId("card-expiry").fill("12 / 39");
  await page.getByTestId("card-code").fill("123");
  await page.getByTestId("card-first-name").fill("Ada");
  await page.getByTestId("card-last-name").fill("Lovelace");
}

const placed = async (page) => {
  await page.getByTestId("order-number").waitFor({ timeout: 30_000 });
  return page.url().split("/").pop();
};

async function dashboard(context) {
  const page = await context.page({ width: 1400, height: 1000 });
  const { dashboardUrl, admin } = context.stack;
  await page.goto(`${dashboardUrl}/login`);
  await page.locator('input[name="email"]').fill(admin.email);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"), { timeout: 30_000 });
  return page;
}

module.exports = [
  {
    name: "a shopper buys a vase in the shop; an admin captures it and refunds a part in the dashboard",
    run: async (context) => {
      const shop = await context.page();
      await buy(context, shop, { handle: "tall-vase", number: "4111111111111111" });
      const orderId = await placed(shop);
      await context.shot(shop, "order-placed");
      context.expectSame("errors in the shop", shop.problems, []);

      const page = await dashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
      const widget = page.getByTestId("acquiring-order-widget");
      await widget.waitFor({ timeout: 30_000 });
      await page
        .getByRole("button", { name: /capture/i })
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
      await page.getByTestId("pay-error").filter({ hasText: "not approved" }).waitFor();
      await context.shot(page, "declined-mobile");
      const before = (await context.control("state")).effects.authorise;
      await fillCard(page, "5555555555554444");
      await page.getByTestId("pay").click();
      await placed(page);
      context.expectSame("authorisations", (await context.control("state")).effects.authorise, before + 1);
    },
  },
  {
    name: "an order is cancelled in the dashboard, and the gateway gives the reservation back",
    run: async (context) => {
      const { orderId, ledger } = await context.paidOrder("serving-bowl");
      const page = await dashboard(context);
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
