/** Steps of journeys on the plugin's own payment page. */
/* What runs inside the page: */
/* global document, innerWidth */

async function changeQuantity({ admin }, orderId, quantity) {
  const { order } = await admin(`/admin/orders/${orderId}?fields=*items`);
  await admin("/admin/order-edits", { order_id: orderId });
  await admin(`/admin/order-edits/${orderId}/items/item/${order.items[0].id}`, { quantity });
  await admin(`/admin/order-edits/${orderId}/confirm`, {});
}

/** A captured order, edited to two pieces, and the link for what it owes. */
async function owedOrder(context, handle = "tall-vase") {
  const { orderId, payment } = await context.paidOrder(handle);
  await context.admin(`/admin/payments/${payment.id}/capture`, {});
  await changeQuantity(context, orderId, 2);
  return { orderId, link: await createLink(context, orderId) };
}

/** The demo's links lead to a page of its shop. */
async function createLink({ admin, stack }, orderId) {
  const { payment_link: link } = await admin(`/admin/acquiring/orders/${orderId}/payment-links`, {});
  return { ...link, url: `${stack.backendUrl}/acquiring/pay/${link.token}` };
}

async function openLink(context, { url }, size) {
  const page = await context.page(size);
  page.violations = [];
  await page.exposeFunction("policyViolated", (violation) => page.violations.push(violation));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      globalThis.policyViolated(`${effectiveDirective} ${blockedURI}`),
    ),
  );
  await page.goto(url);
  return page;
}

const payButton = (page) => page.locator('#pay button[type="submit"]');

/** The page's looks at its end or in between: no sideways scrolling, no accessibility problem, a picture. */
async function seen(context, page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  context.expectSame(`${name} scrolls sideways by`, Math.max(0, over), 0);
  await context.accessible(page, name);
  await context.shot(page, `pay-${name}-full`);
}

const says = (page, text) => page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: 30_000 });

const untroubled = (context, page) => {
  context.expectSame("blocked by the page's policy", page.violations, []);
  context.expectSame("errors on the page", page.problems, []);
};

module.exports = { changeQuantity, createLink, openLink, owedOrder, payButton, says, seen, untroubled };
