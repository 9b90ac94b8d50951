/** Journeys of customers who go back, reload, or have the shop open twice: one cart, one payment, one order. */
const { choose, fillCard, fillCheckout, logIn, pay, payButton, placed, register, standing } = require("./shopping.cjs");

const VISA = "4111111111111111";

/** Number of real authorisations and captures by any method. */
const countOf = async (context) => {
  const { authorise = 0, apm = 0, checkout = 0 } = (await context.control("state")).effects;
  return authorise + apm + checkout;
};

/** Another tab of the same browser, on the payment step of the same cart. */
async function secondTab(context, page) {
  const tab = await page.context().newPage();
  await tab.goto(`${context.stack.shopUrl}/checkout`);
  await payButton(tab).waitFor();
  return tab;
}

module.exports = [
  {
    name: "back from the gateway's page, a customer pays by card instead",
    run: async (context) => {
      const page = await context.page();
      const before = await countOf(context);
      await fillCheckout(context, page, { handle: "teapot", country: "at" });
      await choose(page, "eps");
      await pay(page);
      await page.locator("#pay-now").waitFor();
      await page.goto(`${context.stack.shopUrl}/checkout`);
      await payButton(page).waitFor();
      await fillCard(page, VISA);
      await pay(page);
      await placed(page);
      await standing(page, "Paid");
      context.expectSame("payments", (await countOf(context)) - before, 1);
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
  {
    name: "the browser's Back button on the way through the gateway leads to one payment",
    run: async (context) => {
      const page = await context.page();
      const before = await countOf(context);
      await fillCheckout(context, page, { handle: "dinner-plate", country: "nl" });
      await choose(page, "iDEAL");
      await pay(page);
      await page.locator("#pay-now").click();
      await placed(page);
      // The gateway's page was requested by a form, which the browser may ask to submit again.
      await page.goBack().catch(() => null);
      const checkout = `${context.stack.shopUrl}/checkout`;
      await context.until("the customer is back in the shop", () =>
        page.goto(checkout).then(
          () => true,
          () => false,
        ),
      );
      await page.getByRole("heading", { name: "There is nothing to pay for" }).waitFor();
      context.expectSame("payments", (await countOf(context)) - before, 1);
    },
  },
  {
    name: "a page reloaded after paying continues to the order and does not pay again",
    run: async (context) => {
      const page = await context.page();
      const before = await countOf(context);
      await fillCheckout(context, page, { handle: "serving-bowl" });
      await page.route("**/store/carts/*/complete", (route) => route.abort());
      await fillCard(page, VISA);
      await pay(page);
      await page.getByText("Placing your order…").waitFor();
      await page.unroute("**/store/carts/*/complete");
      await page.reload();
      await placed(page);
      context.expectSame("payments", (await countOf(context)) - before, 1);
    },
  },
  {
    name: "two tabs pay the same cart at once: one payment, one order",
    run: async (context) => {
      const page = await context.page();
      const before = await countOf(context);
      await fillCheckout(context, page, { handle: "stoneware-mug" });
      await fillCard(page, "4000000000000002");
      await pay(page);
      await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      const tab = await secondTab(context, page);
      await Promise.all([fillCard(page, VISA), fillCard(tab, VISA)]);
      await Promise.all([pay(page), pay(tab)]);
      const orders = await Promise.all([placed(page), placed(tab)]);
      context.expectSame("orders", orders[0], orders[1]);
      context.expectSame("payments", (await countOf(context)) - before, 1);
    },
  },
  {
    name: "a tab that was left open cannot pay for an existing order",
    run: async (context) => {
      const page = await context.page();
      const before = await countOf(context);
      await fillCheckout(context, page, { handle: "candle-holder" });
      const tab = await secondTab(context, page);
      await fillCard(page, VISA);
      await pay(page);
      const orderId = await placed(page);
      await fillCard(tab, "5555555555554444");
      await pay(tab);
      context.expectSame("order", await placed(tab), orderId);
      context.expectSame("payments", (await countOf(context)) - before, 1);
    },
  },
  {
    name: "a guest's cart goes with the customer who logs in, and in another tab only that customer pays for it",
    run: async (context) => {
      const page = await context.page({ width: 390, height: 844 });
      const { shopUrl } = context.stack;
      const email = "ada.with.tabs@example.test";
      await fillCheckout(context, page, { handle: "dinner-plate" });
      await page.getByTestId("account-link").click();
      await context.accessible(page, "log-in");
      await context.shot(page, "log-in-mobile-full");
      await register(page, shopUrl, email);
      await page.getByText("Your cart has been kept.").waitFor();
      const tab = await page.context().newPage();
      await tab.goto(`${shopUrl}/checkout`);
      await tab.getByText("This cart belongs to an account.").waitFor();
      await tab.getByTestId("payment").getByRole("link", { name: "Log in" }).click();
      await logIn(tab, email);
      await tab.getByRole("link", { name: "Go to checkout" }).click();
      await fillCard(tab, VISA);
      await pay(tab);
      await placed(tab);
      await standing(tab, "Paid");
      await page.getByTestId("log-out").click();
      await page.getByTestId("cart-count").filter({ hasText: "0" }).waitFor();
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
];
