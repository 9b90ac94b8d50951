/** Journeys with a payment link on the plugin's own page: an order that was edited upwards, paid by its customer. */
/* What runs inside the page: */
/* global document */
const pg = require("pg");
const { act, openDashboard, openOrder } = require("./dashboard.cjs");
const {
  changeQuantity,
  createLink,
  openLink,
  owedOrder,
  payButton,
  says,
  seen,
  untroubled,
} = require("./payment-page-steps.cjs");
const { HOSTED, choose, fillCard, payHosted } = require("./shopping.cjs");

const CHALLENGE = "4000000000003063";
const DECLINED = "4000000000000002";
const VISA = "4111111111111111";
const LAPTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const PAID = "Thank you, your payment was received.";

const isTaken = (state) => state !== "declined" && state !== "expired";

/** What is paid is in the ledger and in Medusa, and the link's page says so. */
async function settled(context, page, { orderId, link }) {
  await context.until("the link is paid", async () => {
    const { payment_links: links } = await context.admin(`/admin/acquiring/orders/${orderId}/payment-links`);
    return links.find(({ id }) => id === link.id).state === "paid";
  });
  await page.goto(link.url);
  await says(page, "has already been paid");
  const { payments } = await context.admin(`/admin/acquiring/orders/${orderId}/payments`);
  context.expectSame(
    "payments that took money",
    payments
      .map(({ state }) => state)
      .filter(isTaken)
      .sort(),
    ["authorised", "captured"],
  );
}

/** Types a security code as early as possible: when the message is there, before the browser shows it. */
const typeOnAtOnce = (page) =>
  page.evaluate(() => {
    const code = document.querySelector('[name="cvc"]');
    const observer = new globalThis.MutationObserver(() => {
      if (!document.querySelector(".acq-notice-error")) return;
      observer.disconnect();
      code.focus();
      document.execCommand("insertText", false, "321");
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

/** The focus moved to the message before that, and is not taken back. */
async function expectTyped(context, page) {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  const typed = await page.evaluate(() => [
    document.activeElement?.getAttribute("name"),
    document.activeElement?.value,
  ]);
  context.expectSame("what is typed at once", typed, ["cvc", "321"]);
}

async function paidByChallenge(context, size, name) {
  const owed = await owedOrder(context);
  const page = await openLink(context, owed.link, size);
  await payButton(page).waitFor();
  await seen(context, page, `${name}-card`);
  await page.getByLabel("Card number").pressSequentially("4111x1111");
  context.expectSame("a letter in the number", await page.getByLabel("Card number").inputValue(), "4111 1111");
  await fillCard(page, DECLINED);
  await typeOnAtOnce(page);
  await payButton(page).click();
  await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
  await expectTyped(context, page);
  await fillCard(page, CHALLENGE);
  await payButton(page).click();
  await page.locator("#approve").click();
  await says(page, PAID);
  context.expectSame("address", page.url().split("?")[0], owed.link.url);
  context.expectSame("the return token is gone", page.url().includes("acquiring_return"), false);
  await seen(context, page, `${name}-thanks`);
  untroubled(context, page);
  await settled(context, page, owed);
  await seen(context, page, `${name}-paid`);
  return owed;
}

async function paidByRedirect(context, size, name) {
  const owed = await owedOrder(context, "stoneware-mug");
  const page = await openLink(context, owed.link, size);
  await choose(page, HOSTED);
  await payButton(page).click();
  await page.waitForURL((url) => url.href.startsWith(context.stack.gatewayUrl));
  await page.locator("#cancel").click();
  await page.getByRole("alert").filter({ hasText: "cancelled" }).waitFor();
  await seen(context, page, `${name}-cancelled`);
  await choose(page, HOSTED);
  await payButton(page).click();
  await page.waitForURL((url) => url.href.startsWith(context.stack.gatewayUrl));
  await payHosted(page);
  await says(page, PAID);
  context.expectSame("address", page.url().split("?")[0], owed.link.url);
  untroubled(context, page);
  await settled(context, page, owed);
}

async function inDatabase({ stack }, sql, values) {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

const expire = (context, { id }) =>
  inDatabase(context, "UPDATE acquiring_payment_link SET expires_at = now() - interval '1 minute' WHERE id = $1", [id]);

module.exports = [
  {
    name: "payment page: an order edited upwards is paid by card with 3-D Secure, 1280 px, captured and refunded",
    run: async (context) => {
      const { orderId } = await paidByChallenge(context, LAPTOP, "laptop");
      const page = await openDashboard(context);
      const widget = await openOrder(context, page, orderId);
      await act(page, widget, "capture");
      await context.until("both payments are captured", async () => {
        const { payments } = await context.admin(`/admin/acquiring/orders/${orderId}/payments`);
        return payments.filter(({ amounts }) => amounts.captured === "100.00").length === 2;
      });
      const { order } = await context.admin(`/admin/orders/${orderId}?fields=*payment_collections.payments`);
      const newest = order.payment_collections.at(-1).payments.at(-1);
      await context.admin(`/admin/payments/${newest.id}/refund`, { amount: 40 });
      const after = await context.admin(`/admin/acquiring/orders/${orderId}/payments`);
      const refunded = after.payments.map(({ amounts }) => amounts.refunded).filter((amount) => amount !== "0.00");
      context.expectSame("refunded", refunded, ["40.00"]);
    },
  },
  {
    name: "payment page: an order edited upwards is paid by card with 3-D Secure on a phone",
    run: (context) => paidByChallenge(context, PHONE, "phone"),
  },
  {
    name: "payment page: a redirect is cancelled, and the second one returns to the page, 1280 px",
    run: (context) => paidByRedirect(context, LAPTOP, "laptop"),
  },
  {
    name: "payment page: a redirect is cancelled, and the second one returns to the page, on a phone",
    run: (context) => paidByRedirect(context, PHONE, "phone"),
  },
  {
    name: "payment page: two tabs on one link, one pays, and the other one says so without paying",
    run: async (context) => {
      const owed = await owedOrder(context);
      const [first, second] = [await openLink(context, owed.link, LAPTOP), await openLink(context, owed.link, PHONE)];
      for (const page of [first, second]) await fillCard(page, VISA);
      const before = (await context.control("state")).effects.authorise;
      await payButton(first).click();
      await says(first, PAID);
      await payButton(second).click();
      await says(second, "has already been paid");
      await seen(context, second, "other-tab");
      context.expectSame("authorisations", (await context.control("state")).effects.authorise, before + 1);
      await settled(context, first, owed);
    },
  },
  {
    name: "payment page: the amount changes while the page is open, and the new one is shown before it is paid",
    run: async (context) => {
      const owed = await owedOrder(context);
      const page = await openLink(context, owed.link, PHONE);
      await page.locator(".amount", { hasText: "€100.00" }).waitFor();
      await fillCard(page, VISA);
      // The session is created for the earlier amount.
      let isChanged = false;
      await page.route("**/store/acquiring/payments", async (route) => {
        if (!isChanged) await changeQuantity(context, owed.orderId, 3);
        isChanged = true;
        await route.continue();
      });
      await payButton(page).click();
      await page.locator("#changed").waitFor();
      await page.locator(".amount", { hasText: "€200.00" }).waitFor();
      await payButton(page).filter({ hasText: "€200.00" }).waitFor();
      await seen(context, page, "changed");
      await fillCard(page, VISA);
      await payButton(page).click();
      await says(page, PAID);
      await settled(context, page, owed);
    },
  },
  {
    name: "payment page: the amount changes before the customer pays, and only the amount that was shown is charged",
    run: async (context) => {
      const owed = await owedOrder(context);
      const page = await openLink(context, owed.link, PHONE);
      await payButton(page).filter({ hasText: "€100.00" }).waitFor();
      await fillCard(page, VISA);
      await changeQuantity(context, owed.orderId, 3);
      const before = (await context.control("state")).effects.authorise;
      await payButton(page).click();
      await page.locator("#changed").waitFor();
      await payButton(page).filter({ hasText: "€200.00" }).waitFor();
      context.expectSame("authorisations", (await context.control("state")).effects.authorise, before);
      await fillCard(page, VISA);
      await payButton(page).click();
      await says(page, PAID);
      await settled(context, page, owed);
    },
  },
  {
    name: "payment page: links that are expired, withdrawn or altered each have a page, which is accessible",
    run: async (context) => {
      const { orderId, link } = await owedOrder(context);
      const page = await openLink(context, { url: `${link.url}x` }, PHONE);
      await says(page, "is not valid");
      await seen(context, page, "altered");
      await context.admin(`/admin/acquiring/payment-links/${link.id}/revoke`, {});
      await page.goto(link.url);
      await says(page, "has withdrawn this payment link");
      const next = await createLink(context, orderId);
      await page.goto(next.url);
      await payButton(page).waitFor();
      await expire(context, next);
      // An open page notices it when the customer pays.
      await fillCard(page, VISA);
      await payButton(page).click();
      await says(page, "has expired");
      await seen(context, page, "expired");
      await page.setViewportSize(LAPTOP);
      await seen(context, page, "expired-laptop");
      context.expectSame("blocked by the page's policy", page.violations, []);
    },
  },
  {
    name: "payment page: dark, in Arabic from right to left, and without JavaScript",
    run: async (context) => {
      const { link } = await owedOrder(context);
      for (const [size, name] of [
        [LAPTOP, "laptop"],
        [PHONE, "phone"],
      ]) {
        const page = await openLink(context, link, size);
        await page.emulateMedia({ colorScheme: "dark" });
        await payButton(page).waitFor();
        await payButton(page).click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
        await seen(context, page, `dark-${name}`);
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(`${link.url}?language=ar`);
        await payButton(page).waitFor();
        await seen(context, page, `arabic-${name}`);
        untroubled(context, page);
      }
      const page = await openLink(context, link, PHONE);
      await page.route("**/pay-page/*.js", (route) => route.abort());
      await page.reload();
      await page.locator(".amount", { hasText: "€100.00" }).waitFor();
      await page.locator(".late").waitFor({ state: "visible" });
      await seen(context, page, "no-script");
    },
  },
];
