/** Journeys through the gateway's own pages and back: every payment method except a card typed into the shop. */
const {
  HOSTED,
  choose,
  fillCard,
  fillCheckout,
  pay,
  payButton,
  payHosted,
  placed,
  register,
  standing,
} = require("./shopping.cjs");

const CHALLENGE = "4000000000003063";
const PHONE = { width: 390, height: 844 };

const atGateway = (context, page) => page.waitForURL((url) => url.href.startsWith(context.stack.gatewayUrl));

async function outcome(page, context, words) {
  const id = await placed(page);
  await standing(page, words);
  context.expectSame("address", new URL(page.url()).search, "");
  context.expectSame("errors in the shop", page.problems, []);
  return id;
}

module.exports = [
  {
    name: "a customer pays on the gateway's page and returns to the order",
    run: async (context) => {
      const page = await context.page();
      await fillCheckout(context, page, { handle: "tall-vase" });
      await page.getByLabel("Demo: show the secure card page in this page").uncheck();
      await choose(page, HOSTED);
      await pay(page);
      await atGateway(context, page);
      await context.shot(page, "hosted-page");
      await payHosted(page);
      await outcome(page, context, "Paid");
      await context.accessible(page, "hosted-order");
      await context.shot(page, "hosted-order-full");
    },
  },
  {
    name: "a customer cancels on the gateway's page, and pays inside the shop's page instead",
    run: async (context) => {
      const page = await context.page(PHONE);
      await fillCheckout(context, page, { handle: "teapot" });
      await page.getByLabel("Demo: show the secure card page in this page").uncheck();
      await choose(page, HOSTED);
      await pay(page);
      await atGateway(context, page);
      await page.locator("#cancel").click();
      await page.getByRole("alert").filter({ hasText: "cancelled" }).waitFor();
      await context.shot(page, "cancelled-mobile-full");
      await page.getByLabel("Demo: show the secure card page in this page").check();
      await choose(page, HOSTED);
      await pay(page);
      const frame = page.frameLocator('iframe[title="Secure card payment"]');
      await frame.locator("#card").waitFor();
      await context.accessible(page, "iframe");
      await context.shot(page, "iframe-mobile-full");
      await payHosted(frame);
      await outcome(page, context, "Paid");
    },
  },
  {
    name: "3-D Secure: the customer confirms the payment at the bank",
    run: async (context) => {
      const page = await context.page();
      await fillCheckout(context, page, { handle: "serving-bowl" });
      await fillCard(page, CHALLENGE);
      await pay(page);
      await page.locator("#approve").click();
      await outcome(page, context, "Paid");
    },
  },
  {
    name: "3-D Secure: the bank does not authenticate the customer, and another card pays",
    run: async (context) => {
      const page = await context.page(PHONE);
      await fillCheckout(context, page, { handle: "serving-bowl" });
      await fillCard(page, CHALLENGE);
      await pay(page);
      await page.locator("#fail").click();
      await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      await context.accessible(page, "challenge-failed");
      await context.shot(page, "challenge-failed-mobile-full");
      await fillCard(page, "4111111111111111");
      await pay(page);
      await outcome(page, context, "Paid");
    },
  },
  {
    name: "iDEAL is refused, then paid",
    run: async (context) => {
      const page = await context.page();
      await fillCheckout(context, page, { handle: "dinner-plate", country: "nl" });
      await choose(page, "iDEAL");
      await context.shot(page, "ideal-full");
      await pay(page);
      await page.locator("#refuse").click();
      await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      await choose(page, "iDEAL");
      await pay(page);
      await page.locator("#pay-now").click();
      await outcome(page, context, "Paid");
    },
  },
  {
    name: "a voucher is an order that waits, and is paid a day later",
    run: async (context) => {
      const page = await context.page();
      await fillCheckout(context, page, { handle: "stoneware-mug", country: "pt" });
      await choose(page, "Multibanco");
      await pay(page);
      await page.locator("#pay-later").click();
      const voucher = page.url();
      await page.locator("#back").click();
      await outcome(page, context, "We are waiting for your payment");
      await context.accessible(page, "order-waiting");
      const instructions = page.getByRole("link", { name: /Show payment instructions/ });
      await instructions.waitFor();
      await page.reload();
      await instructions.waitFor();
      await context.accessible(page, "order-instructions");
      await context.shot(page, "order-waiting-full");
      const [later] = await Promise.all([page.context().waitForEvent("page"), instructions.click()]);
      await later.waitForURL(({ pathname }) => pathname === new URL(voucher).pathname);
      await context.control("clock", { ms: 24 * 3_600_000 });
      await later.locator("#pay-now").click();
      await later.waitForURL(/\/orders\//);
      await standing(page, "Paid");
    },
  },
  {
    name: "a customer saves a card, pays with it, and removes it",
    run: async (context) => {
      const page = await context.page();
      const { shopUrl } = context.stack;
      await register(page, shopUrl, "ada.with.cards@example.test");
      await page.getByText("You have no saved cards.").waitFor();
      await fillCheckout(context, page, { handle: "candle-holder" });
      await fillCard(page, "5555555555554444");
      await page.getByLabel("Save this card for next time").check();
      await context.accessible(page, "payment-customer");
      await context.shot(page, "payment-customer-full");
      await pay(page);
      await outcome(page, context, "Paid");
      await fillCheckout(context, page, { handle: "tall-vase" });
      await page.getByRole("radio", { name: /ending in 4444/ }).check();
      const code = page.getByLabel("Security code");
      if (await code.isVisible()) await code.fill("123");
      await context.accessible(page, "saved-card");
      await context.shot(page, "saved-card-full");
      await pay(page);
      await outcome(page, context, "Paid");
      await page.getByTestId("account-link").click();
      await page.getByRole("button", { name: /^Remove card/ }).click();
      await context.accessible(page, "account");
      await context.shot(page, "account-full");
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByText("You have no saved cards.").waitFor();
      await page.getByTestId("log-out").click();
      await page.getByRole("heading", { name: "Log in" }).waitFor();
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
  {
    name: "a customer who returns in another browser sees the payment's outcome, and forged parameters open nothing",
    run: async (context) => {
      const page = await context.page();
      const { shopUrl, backendUrl } = context.stack;
      await fillCheckout(context, page, { handle: "tall-vase", country: "at" });
      await choose(page, "eps");
      await pay(page);
      // As when the bank's app opens another browser: the first one sends no request.
      await page.route("**/store/acquiring/payment-return*", (route) => route.abort());
      const sentBack = page.waitForRequest((request) => request.url().includes("acquiring_return="));
      await page.locator("#pay-now").click();
      const address = (await sentBack).url();
      const elsewhere = await context.page(PHONE);
      await elsewhere.goto(address.replace("/checkout", "/"));
      await elsewhere.getByRole("heading", { name: "Your payment was received" }).waitFor();
      await context.accessible(elsewhere, "returned-elsewhere");
      await context.shot(elsewhere, "returned-elsewhere-mobile");
      context.expectSame("address", elsewhere.url(), `${shopUrl}/checkout`);
      context.expectSame("errors in the shop", elsewhere.problems, []);
      // The token was used once, and is now refused like a forged one.
      for (const used of [
        address.replace("/checkout", "/"),
        `${shopUrl}/?acquiring_return=forged&order_status=1&status=paid`,
      ]) {
        await elsewhere.goto(used);
        await elsewhere.getByRole("heading", { name: "We could not find out" }).waitFor();
      }
      const refused = elsewhere.problems.filter((problem) => !problem.includes(`${backendUrl}/store/acquiring/`));
      context.expectSame("errors in the shop", refused, []);
    },
  },
  {
    name: "the payment step is in Arabic, right to left, on a phone",
    run: async (context) => {
      const page = await context.page(PHONE);
      await page.goto(context.stack.shopUrl);
      await page.getByTestId("language").selectOption("ar");
      await fillCheckout(context, page, { handle: "stoneware-mug" });
      const isRtl = await page.getByTestId("payment").evaluate((element) => element.matches(":dir(rtl)"));
      context.expectSame("right to left", isRtl, true);
      const width = await page.locator("html").evaluate((element) => element.scrollWidth);
      context.expectSame("no sideways scrolling", width <= PHONE.width, true);
      await context.accessible(page, "arabic");
      await context.shot(page, "arabic-mobile-full");
      await page.getByTestId("language").selectOption("en");
      await payButton(page).waitFor();
      context.expectSame("errors in the shop", page.problems, []);
    },
  },
];
