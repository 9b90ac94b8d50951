/** The guide's pages for what an order still owes: a payment link, and the address that Medusa's dashboard copies. */
const { randomBytes } = require("node:crypto");
const { adminCaller } = require("./backend.cjs");
const { expectNoProblems, NARROW, openPage, shoot, withPictures } = require("./browser.cjs");
const shop = require("./shopping.cjs");

const VISA = "4111111111111111";
const CHALLENGE = "4000000000003063";

/** One more piece of the order's only item. */
async function raise(call, orderId) {
  const { order } = await call(`/admin/orders/${orderId}?fields=*items`);
  const [item] = order.items;
  await call("/admin/order-edits", { order_id: orderId });
  await call(`/admin/order-edits/${orderId}/items/item/${item.id}`, { quantity: item.quantity + 1 });
  await call(`/admin/order-edits/${orderId}/confirm`, {});
}

/** A customer's order, captured and edited upwards: `{ orderId, link, collectionId }`. */
async function owedOrder(call, email) {
  const { orders } = await call(`/admin/orders?q=${encodeURIComponent(email)}&fields=id,*payment_collections.payments`);
  const [{ id: orderId, payment_collections: paid }] = orders;
  await call(`/admin/payments/${paid[0].payments[0].id}/capture`, {});
  await raise(call, orderId);
  const { payment_link: link } = await call(`/admin/acquiring/orders/${orderId}/payment-links`, {});
  return { orderId, link };
}

/** The collection whose ID the dashboard copies. */
async function openCollection(call, orderId) {
  const { order } = await call(`/admin/orders/${orderId}?fields=*payment_collections`);
  const open = order.payment_collections.find(({ status }) => status === "not_paid" || status === "awaiting");
  if (!open) throw new Error("The edited order has no open payment collection.");
  return open.id;
}

const paid = (page, texts) => page.getByText(texts.labels.paid).waitFor({ timeout: 30_000 });

/** A guest pays with the link; the dashboard's address shows nothing of the order. */
async function guestPays({ page, shopUrl, gatewayUrl, texts, screenshots, collectionId, token }) {
  await page.goto(`${shopUrl}/de/payment-collection/${collectionId}`);
  await page.getByTestId("use-your-link").waitFor();
  if ((await page.locator(".acq-root").count()) > 0) throw new Error("A guest sees the payment of an order.");
  await shoot(page, "payment-collection-guest", screenshots);
  await page.goto(`${shopUrl}/pay?link=${token}`);
  await page.getByTestId("pay-link-due").filter({ hasText: /\d/ }).waitFor();
  await shop.fillCard(page, CHALLENGE);
  await shoot(page, "pay-link", screenshots);
  await shop.pay(page);
  await page.waitForURL((url) => url.href.startsWith(gatewayUrl));
  await page.locator("#approve").click();
  await page
    .getByText(new RegExp(`${texts.labels.paid}|${texts.errors.payment_link_paid}`))
    .waitFor({ timeout: 30_000 });
  await page.goto(`${shopUrl}/de/pay?link=${token}`);
  await page.getByTestId("pay-link-ended").filter({ hasText: texts.errors.payment_link_paid }).waitFor();
}

/** The customer, logged in, pays at the dashboard's address, and is back there after the bank. */
async function customerPays({ page, shopUrl, gatewayUrl, texts, screenshots, collectionId }) {
  await page.goto(`${shopUrl}/de/payment-collection/${collectionId}`);
  const again = shop.payButton(page).filter({ hasText: /\d/ });
  await again.waitFor();
  await shoot(page, "payment-collection-due", screenshots);
  await again.click();
  await shop.fillCard(page, CHALLENGE);
  await shoot(page, "payment-collection", screenshots);
  await shop.pay(page);
  await page.waitForURL((url) => url.href.startsWith(gatewayUrl));
  await page.locator("#approve").click();
  await paid(page, texts);
  await shoot(page, "payment-collection-paid", screenshots);
}

/** The same on the order's page in the account. */
async function customerPaysAgain({ page, shopUrl, texts, screenshots, orderId }) {
  await page.goto(`${shopUrl}/de/account/orders/details/${orderId}`);
  await shop.payButton(page).filter({ hasText: /\d/ }).click();
  await shop.fillCard(page, VISA);
  await shoot(page, "order-page-due", screenshots);
  await shop.pay(page);
  await paid(page, texts);
  const asked = page.waitForResponse(
    (answer) => answer.url().endsWith(`/orders/${orderId}/payment-link`) && answer.ok(),
  );
  await page.reload();
  const { order_payment: owed } = await (await asked).json();
  if (owed.state !== "nothing_to_pay") throw new Error(`The order page says ${JSON.stringify(owed)}.`);
  await shoot(page, "order-page-paid", screenshots);
}

const owedJourneys = (allowed) => [
  {
    name: "what an order owes is paid by a guest with a link, by the customer at the dashboard's address, and on the order page",
    async run(context) {
      const { browser, shopUrl, screenshots } = context;
      const email = `ada.${randomBytes(4).toString("hex")}@example.test`;
      const customer = await openPage(browser, { allowed });
      const guest = await openPage(browser, { size: NARROW, allowed });
      try {
        await withPictures(customer, { name: "owed", folder: screenshots }, async () => {
          await shop.register(customer, shopUrl, email);
          await shop.fillCheckout(customer, shopUrl, { country: "de", email });
          await shop.fillCard(customer, VISA);
          await shop.pay(customer);
          await shop.confirmed(customer);
        });
        const call = await adminCaller(context);
        const { orderId, link } = await owedOrder(call, email);
        const first = { page: guest, token: link.token, collectionId: await openCollection(call, orderId) };
        await withPictures(guest, { name: "owed-guest", folder: screenshots }, () =>
          guestPays({ ...context, ...first }),
        );
        await raise(call, orderId);
        const second = { page: customer, collectionId: await openCollection(call, orderId) };
        await withPictures(customer, { name: "owed-customer", folder: screenshots }, async () => {
          await customerPays({ ...context, ...second });
          await raise(call, orderId);
          await customerPaysAgain({ ...context, page: customer, orderId });
        });
        expectNoProblems(guest);
        expectNoProblems(customer);
      } finally {
        await customer.context().close();
        await guest.context().close();
      }
    },
  },
];

module.exports = { owedJourneys };
