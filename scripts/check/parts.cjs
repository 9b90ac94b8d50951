/** What an order owes, paid in parts on the plugin's own payment page. */
const { openLink, owedOrder, payButton, says, seen, untroubled } = require("./payment-page-steps.cjs");
const { HOSTED, choose, fillCard, payHosted } = require("./shopping.cjs");

const VISA = "4111111111111111";
const LAPTOP = { width: 1280, height: 900 };
const PAID = "Thank you, your payment was received.";
const PHONE = { width: 390, height: 844 };

/** Two parts, the first by card and the second on the gateway's page; what is left is asked for in between. */
async function paidInParts(context) {
  const owed = await owedOrder(context);
  const page = await openLink(context, owed.link, PHONE);
  const amount = page.getByLabel("Amount (EUR)");
  await amount.waitFor();
  context.expectSame("asked for", await amount.inputValue(), "100.00");
  await amount.fill("95");
  await fillCard(page, VISA);
  await payButton(page).click();
  await says(page, "From €10.00 to €90.00, or the whole amount.");
  await amount.fill("40");
  await says(page, "€60.00 remains to be paid.");
  await page.setViewportSize(LAPTOP);
  await seen(context, page, "part-1280");
  await page.setViewportSize(PHONE);
  await seen(context, page, "part-390");
  await payButton(page).click();
  await says(page, PAID);
  await amount.waitFor();
  await seen(context, page, "part-paid");
  context.expectSame("then asked for", await amount.inputValue(), "60.00");
  await choose(page, HOSTED);
  await payButton(page).click();
  await page.waitForURL((url) => url.href.startsWith(context.stack.gatewayUrl));
  await payHosted(page);
  await says(page, PAID);
  untroubled(context, page);
  const { payments } = await context.admin(`/admin/acquiring/orders/${owed.orderId}/payments`);
  context.expectSame(
    "payments",
    payments.map(({ state, amounts }) => `${state} ${amounts.authorised}`),
    ["authorised 60.00", "authorised 40.00", "captured 100.00"],
  );
}

module.exports = [
  {
    name: "payment page: what an order owes is paid in two parts with two methods; a part that is too large is refused",
    run: paidInParts,
  },
];
