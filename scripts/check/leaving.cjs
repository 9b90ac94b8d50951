/** Journeys of customers who close the tab at any step of a redirect payment: one order if they paid, none if not. */
const { choose, fillCard, fillCheckout, pay, payButton, placed } = require("./shopping.cjs");

const PHONE = { width: 390, height: 844 };
const CHALLENGE = "4000000000003063";

/** The cart open in the page's shop. */
const cartOf = (page, { stack }) =>
  page.evaluate('Object.values(localStorage).find((value) => value.startsWith("cart_"))').then((cartId) => {
    if (!cartId) throw new Error(`The shop at ${stack.shopUrl} keeps no cart.`);
    return cartId;
  });

const oneOrder = (context, cartId) =>
  context.until("one order", async () => (await context.orderOfCart(cartId)).length === 1, 30_000);

/** Our redirect page, held as by a slow connection: its script does not run. */
async function holdGoPage(page) {
  await page.route("**/acquiring/go/**", async (route) => {
    const answer = await route.fetch({ maxRedirects: 0, maxRetries: 2 });
    const body = (await answer.text()).replace(/<script[\s\S]*?<\/script>/, "");
    await route.fulfill({ response: answer, body });
  });
}

module.exports = [
  {
    name: "our redirect page works without scripts, passes axe-core, and its button continues",
    run: async (context) => {
      const page = await context.page(PHONE);
      await holdGoPage(page);
      await fillCheckout(context, page, { handle: "tall-vase" });
      await fillCard(page, CHALLENGE);
      await pay(page);
      await page.getByText("Taking you to the payment page…").waitFor();
      await context.accessible(page, "the page that leads on");
      await context.shot(page, "leading-on-mobile");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.locator("#approve").click();
      await placed(page);
      await page.goto(`${context.stack.backendUrl}/acquiring/go/acq_1.forged`);
      await page.getByRole("heading", { name: "This payment link is no longer valid" }).waitFor();
      await context.accessible(page, "a link that leads nowhere");
      await context.shot(page, "gone-mobile");
    },
  },
  {
    name: "the tab is closed on our page, and on the bank's: nothing is paid, and the cart can still be paid",
    run: async (context) => {
      const first = await context.page();
      await fillCheckout(context, first, { handle: "stoneware-mug" });
      const cartId = await cartOf(first, context);
      await holdGoPage(first);
      await fillCard(first, CHALLENGE);
      await pay(first);
      await first.getByRole("button", { name: "Continue" }).waitFor();
      const second = await first.context().newPage();
      await first.close();
      await second.goto(`${context.stack.shopUrl}/checkout`);
      await payButton(second).waitFor();
      await fillCard(second, CHALLENGE);
      await pay(second);
      await second.locator("#approve").waitFor();
      await context.accessible(second, "the sandbox's challenge");
      const third = await second.context().newPage();
      await second.close();
      context.expectSame("orders", await context.orderOfCart(cartId), []);
      await third.goto(`${context.stack.shopUrl}/checkout`);
      await payButton(third).waitFor();
      await fillCard(third, "4111111111111111");
      await pay(third);
      await placed(third);
      await oneOrder(context, cartId);
    },
  },
  {
    name: "the tab is closed right after the bank approved: the notification makes the order",
    run: async (context) => {
      const page = await context.page();
      await fillCheckout(context, page, { handle: "dinner-plate" });
      const cartId = await cartOf(page, context);
      await fillCard(page, CHALLENGE);
      await pay(page);
      const approve = page.locator("#approve");
      await approve.waitFor();
      const decide = await page.locator("form").first().getAttribute("action");
      // The bank received "approve", and the customer never returned.
      await context.send(new URL(decide, page.url()).href, { decision: "approve" });
      await page.close();
      await oneOrder(context, cartId);
    },
  },
  {
    name: "the tab is closed on the way back: the server completes the order",
    run: async (context) => {
      const page = await context.page();
      await page.route("**/store/carts/*/complete", (route) => route.abort());
      await fillCheckout(context, page, { handle: "candle-holder" });
      const cartId = await cartOf(page, context);
      await fillCard(page, CHALLENGE);
      await pay(page);
      await page.locator("#approve").click();
      await page.getByTestId("payment").waitFor();
      await page.close();
      await oneOrder(context, cartId);
    },
  },
  {
    name: "the tab is closed after a voucher was taken: no order yet, none lost, and it is paid later",
    run: async (context) => {
      const page = await context.page();
      await fillCheckout(context, page, { handle: "teapot", country: "pt" });
      const cartId = await cartOf(page, context);
      await choose(page, /Multibanco/);
      await pay(page);
      await page.locator("#pay-later").click();
      await page.locator("#voucher").waitFor();
      await context.accessible(page, "the sandbox's voucher");
      const { transactions } = await context.control("state");
      const { order_no: orderNo } = transactions.at(-1);
      await page.close();
      context.expectSame("orders", await context.orderOfCart(cartId), []);
      await context.control("pay", { order_no: orderNo });
      await oneOrder(context, cartId);
    },
  },
];
