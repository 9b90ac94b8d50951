/** Subscriptions: bought in the shop, renewed by the gateway, cancelled by the customer or an admin. */
/* What runs inside the page: */
/* global document, innerWidth */
const { DRAWER, look, openDashboard, requestsOf } = require("./dashboard.cjs");
const { copied, payAt } = require("./link-steps.cjs");
const { fillCard, fillCheckout, pay, placed, register } = require("./shopping.cjs");

const HANDLE = "piece-of-the-month";
const MAY_COME = "A charge that has already been prepared may still be made";

/** A page of the shop at the widths of a desktop, a tablet and a phone. */
async function lookAtShop(context, page, name) {
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) throw new Error(`${name} scrolls ${over} px sideways at ${width} px.`);
    await context.accessible(page, `${name}, ${width} px`);
    await context.shot(page, `shop-${name}-${width}-full`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Registers, subscribes and pays; ends when the gateway's subscription is known. */
async function subscribe(context, email) {
  const page = await context.page();
  await register(page, context.stack.shopUrl, email);
  await fillCheckout(context, page, { handle: HANDLE });
  await fillCard(page, "4111111111111111");
  await pay(page);
  const orderId = await placed(page);
  const subscription = await context.until("the subscription is active, and found by its order", async () => {
    const { subscriptions } = await context.admin(`/admin/acquiring/subscriptions?q=${orderId}`);
    return subscriptions.find(({ state }) => state === "active");
  });
  return { page, orderId, subscription };
}

/** The gateway charges it again; ends when that charge has its order. */
async function renew(context, { id, recurring_id: recurringId }, charges) {
  await context.control("renew", { recurring_id: recurringId });
  return context.until(`charge ${charges} has its order`, async () => {
    const { subscription } = await context.admin(`/admin/acquiring/subscriptions/${id}`);
    return subscription.charges.find(({ number, order }) => number === charges && order !== null);
  });
}

const stateAtGateway = async (context, { recurring_id: id }) =>
  (await context.control(`subscriptions?recurring_id=${id}`)).subscriptions[0].state;

module.exports = [
  {
    name: "subscriptions: a guest reads before paying that a subscription needs an account",
    run: async (context) => {
      const page = await context.page();
      await page.goto(`${context.stack.shopUrl}/products/${HANDLE}`);
      await page.getByText("€32.00 every month").waitFor();
      await lookAtShop(context, page, "plan");
      await fillCheckout(context, page, { handle: HANDLE, endsAt: (shown) => shown.getByText("needs an account") });
      await lookAtShop(context, page, "needs-account");
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
  {
    name: "subscriptions: a customer subscribes, sees renewals become orders, and cancels",
    run: async (context) => {
      const { page, subscription } = await subscribe(context, "subscriber@demo.test");
      const { order } = await renew(context, subscription, 2);
      await renew(context, subscription, 3);
      await page.goto(`${context.stack.shopUrl}/account`);
      await page.getByTestId("my-subscriptions").click();
      const card = page.locator(".acq-subscription");
      await card.getByText("Charges").click();
      context.expectSame("charges", await card.locator(".acq-charge").count(), 3);
      await lookAtShop(context, page, "subscriptions");
      await card.getByRole("link", { name: `Order ${order.display_id}` }).click();
      await page
        .getByTestId("order-number")
        .filter({ hasText: `#${order.display_id}` })
        .waitFor();
      await page.goBack();
      await card.getByRole("button", { name: /^Cancel subscription/ }).click();
      await card.getByText(MAY_COME).waitFor();
      await lookAtShop(context, page, "cancel");
      const before = await requestsOf(context, "cancelsubscription");
      await card.locator(".acq-button-danger").dblclick();
      await card.getByText("The subscription is cancelled.").waitFor();
      context.expectSame("cancellations sent", (await requestsOf(context, "cancelsubscription")) - before, 1);
      await lookAtShop(context, page, "cancelled");
      context.expectSame("at the gateway", await stateAtGateway(context, subscription), "cancelled");
      context.expectSame("errors in the shop", page.problems, []);
      // By the handlers of demo/store.
      await context.until("the shop's own handlers told of it at the dashboard's bell", async () => {
        const { notifications } = await context.admin("/admin/notifications?channel=feed&limit=50&fields=data");
        const told = new Set(notifications.map(({ data }) => data.title));
        return ["A new subscription", "A subscription was renewed", "A subscription was cancelled"].every((title) =>
          told.has(title),
        );
      });
    },
  },
  {
    name: "subscriptions: an admin views a subscription in the dashboard, queries it and cancels it once",
    run: async (context) => {
      const { subscription } = await subscribe(context, "another@demo.test");
      await renew(context, subscription, 2);
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/subscriptions?state=active`);
      await page
        .getByRole("link", { name: /^Open subscription/ })
        .first()
        .waitFor({ timeout: 30_000 });
      await look(context, page, "subscriptions-list", '[data-testid="acquiring-subscriptions"]');
      await page.goto(`${context.stack.dashboardUrl}/acquiring/subscriptions/${subscription.id}`);
      await page.getByTestId("acquiring-charge").nth(1).waitFor({ timeout: 30_000 });
      await look(context, page, "subscription", '[data-testid="acquiring-subscription"]');
      await page.getByTestId("acquiring-check-subscription").click();
      await page.getByText("Status refreshed from the gateway.").first().waitFor();
      await page.getByRole("button", { name: "Open payment of charge 2" }).click();
      await page.getByTestId("acquiring-payment-drawer").getByTestId("acquiring-timeline").waitFor();
      await page.keyboard.press("Escape");
      await page.getByTestId("acquiring-cancel-subscription").click();
      const dialog = page.getByTestId("acquiring-action");
      await dialog.getByText("may still be made at the end of the period").waitFor();
      await dialog.getByTestId("acquiring-note").fill("The customer asked for it on the telephone.");
      await look(context, page, "subscription-cancel", '[data-testid="acquiring-action"]');
      const before = await requestsOf(context, "cancelsubscription");
      await dialog.getByTestId("acquiring-confirm").dblclick();
      const state = page.getByTestId("acquiring-subscription-state").filter({ hasText: "Cancelled" });
      await state.first().waitFor({ timeout: 15_000 });
      context.expectSame("cancellations sent", (await requestsOf(context, "cancelsubscription")) - before, 1);
      await page.getByText("The customer asked for it on the telephone.").waitFor();
      context.expectSame("at the gateway", await stateAtGateway(context, subscription), "cancelled");
      await look(context, page, "subscription-cancelled", '[data-testid="acquiring-subscription"]');
      await page.goto(`${context.stack.dashboardUrl}/customers/${subscription.customer.id}`);
      await page.getByTestId("acquiring-customer-subscriptions").waitFor({ timeout: 30_000 });
      await look(context, page, "customer-widget", '[data-testid="acquiring-customer-subscriptions"]');
    },
  },
  {
    name: "subscriptions: an admin adds a plan to a variant, with errors at their fields, and removes it",
    run: async (context) => {
      const { products } = await context.admin("/admin/products?handle=teapot");
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/products/${products[0].id}`);
      const widget = page.getByTestId("acquiring-product-plans");
      await widget.waitFor({ timeout: 30_000 });
      await widget.getByTestId("acquiring-edit-plan").click();
      await page.getByTestId("acquiring-plan-amount-eur").fill("0");
      await page.getByTestId("acquiring-plan-count").fill("many");
      await page.getByTestId("acquiring-save-plan").click();
      await page.getByText("Enter an amount above zero").waitFor();
      await look(context, page, "plan-wrong", '[data-testid="acquiring-plan"]');
      await page.getByTestId("acquiring-plan-amount-eur").fill("118");
      await page.getByTestId("acquiring-plan-count").fill("3");
      await page.getByTestId("acquiring-plan-cycles").fill("8");
      await page.getByTestId("acquiring-save-plan").click();
      await widget.getByText("€118.00 every 3 months").waitFor();
      await look(context, page, "plan-widget", '[data-testid="acquiring-product-plans"]');
      const shop = await context.page();
      await shop.goto(`${context.stack.shopUrl}/products/teapot`);
      await shop.getByText("Total charges: 8.").waitFor();
      await widget.getByTestId("acquiring-remove-plan").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove plan" }).click();
      await widget.getByText("No plan: one-time purchase.").waitFor();
    },
  },
  {
    name: "subscriptions: a renewal that was not as agreed waits for an admin, who creates its order in the dashboard",
    run: async (context) => {
      const { subscription } = await subscribe(context, "third@demo.test");
      await context.control("renew", { recurring_id: subscription.recurring_id, amount: "40.00" });
      const kind = "renewal_amount_changed";
      await context.until("the item is there", async () => {
        const { items } = await context.admin(`/admin/acquiring/attention?kind=${kind}`);
        return items.some((item) => item.subscription?.id === subscription.id);
      });
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/attention?kind=${kind}`);
      await page.getByTestId("acquiring-attention-item").first().waitFor({ timeout: 30_000 });
      await look(context, page, "renewal-changed", '[data-testid="acquiring-attention-page"]');
      await page.getByTestId("acquiring-remedy").first().click();
      await page.getByTestId("acquiring-make-order").click();
      await page.getByRole("alertdialog").getByText("€40.00").waitFor();
      await page.getByRole("alertdialog").getByRole("button", { name: "Create order" }).click();
      const charge = await context.until("the charge has its order", async () => {
        const answer = await context.admin(`/admin/acquiring/subscriptions/${subscription.id}`);
        return answer.subscription.charges.find(({ number, order }) => number === 2 && order !== null);
      });
      await page.getByTestId("acquiring-charge").first().getByText(`#${charge.order.display_id}`).waitFor();
      // The order exists shortly before its payment.
      const payment = await context.until(
        "the order is paid",
        async () => (await context.paymentOf(charge.order.id)).payment,
      );
      context.expectSame("amount of the order's payment", payment.amount, 40);
      await context.until("the item is closed", async () => {
        const { items } = await context.admin(`/admin/acquiring/attention?kind=${kind}`);
        return items.every((item) => item.subscription?.id !== subscription.id);
      });
    },
  },
  {
    name: "subscriptions: a declined renewal is paid with the link that an admin creates on the subscription's page",
    run: async (context) => {
      const { subscription } = await subscribe(context, "fourth@demo.test");
      await context.control("renew", { recurring_id: subscription.recurring_id, outcome: "decline" });
      await context.until("the declined charge is known", async () => {
        const answer = await context.admin(`/admin/acquiring/subscriptions/${subscription.id}`);
        return answer.subscription.charges.some((charge) => charge.can_pay);
      });
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/subscriptions/${subscription.id}`);
      await page.getByTestId("acquiring-pay-charge").click({ timeout: 30_000 });
      const drawer = page.locator(DRAWER);
      await drawer.getByText("charge 2").first().waitFor();
      await look(context, page, "renewal-link", DRAWER, [1280, 390]);
      await page.getByTestId("acquiring-confirm").dblclick();
      await drawer.getByTestId("acquiring-requested").waitFor({ timeout: 30_000 });
      await payAt(context, await copied(context, page, drawer), "renewal-link-shop");
      const charge = await context.until("the charge has its order", async () => {
        const answer = await context.admin(`/admin/acquiring/subscriptions/${subscription.id}`);
        return answer.subscription.charges.find(({ number, paid_with_order: isPaid }) => number === 2 && isPaid);
      });
      await page.reload();
      await page.getByTestId("acquiring-charge").first().getByText(`#${charge.order.display_id}`).waitFor();
      context.expectSame("buttons left", await page.getByTestId("acquiring-pay-charge").count(), 0);
      await look(context, page, "renewal-link-paid", '[data-testid="acquiring-subscription"]');
    },
  },
];
