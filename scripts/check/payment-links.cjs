/** Payment links in the dashboard: created, copied, paid in the shop; draft orders by phone; payment requests. */
const { DRAWER, look, openDashboard } = require("./dashboard.cjs");
const { LINKS, copied, create, openLinks, payAt, told } = require("./link-steps.cjs");

const WIDTHS = [1280, 390];

/** A paid and captured order of one vase, edited to two: it owes 100.00 EUR. */
async function editedOrder(context) {
  const { orderId, payment } = await context.paidOrder("tall-vase");
  await context.admin(`/admin/payments/${payment.id}/capture`, {});
  const { order } = await context.admin(`/admin/orders/${orderId}?fields=*items`);
  await context.admin("/admin/order-edits", { order_id: orderId });
  await context.admin(`/admin/order-edits/${orderId}/items/item/${order.items[0].id}`, { quantity: 2 });
  await context.admin(`/admin/order-edits/${orderId}/confirm`, {});
  return orderId;
}

async function draftOrder(context) {
  const { regions } = await context.store("/store/regions");
  const { products } = await context.store("/store/products?handle=tall-vase&fields=*variants");
  const { draft_order: draft } = await context.admin("/admin/draft-orders", {
    region_id: regions[0].id,
    email: "ada@example.test",
    items: [{ variant_id: products[0].variants[0].id, quantity: 1 }],
  });
  return draft.id;
}

module.exports = [
  {
    name: "payment links: an order edited upwards, its link created, renewed and copied, and paid in the shop",
    run: async (context) => {
      const orderId = await editedOrder(context);
      const page = await openDashboard(context);
      const part = await openLinks(context, page, `orders/${orderId}`);
      await part.getByText("Outstanding: €100.00").waitFor({ timeout: 15_000 });
      await look(context, page, "link-none", LINKS, WIDTHS);
      await create(page, part, async (drawer) => {
        await drawer.getByTestId("acquiring-field-description").fill("The second vase");
        await drawer.getByTestId("acquiring-field-expires_in_days").fill("91");
        await drawer.getByText("Enter 1 to 90 days.").waitFor();
        context.expectSame("ready", await page.getByTestId("acquiring-confirm").isEnabled(), false);
        await drawer.getByTestId("acquiring-field-expires_in_days").fill("7");
        await drawer.getByTestId("acquiring-link-method-card").click();
        await look(context, page, "link-create", DRAWER, WIDTHS);
      });
      await part.getByText("Not opened yet").waitFor({ timeout: 15_000 });
      await look(context, page, "link-open", LINKS, WIDTHS);
      const first = await copied(context, page, part);
      await part.getByTestId("acquiring-link-renew").click();
      await page.locator(DRAWER).waitFor();
      await page.getByTestId("acquiring-confirm").dblclick();
      await told(page, "Link renewed");
      await context.until("the link has a new address", async () => {
        const shown = await part.getByTestId("acquiring-link-url").inputValue();
        return shown !== first;
      });
      const address = await copied(context, page, part);
      await part.getByTestId("acquiring-link-send").click();
      await page.getByRole("button", { name: "Send by email" }).last().click();
      await told(page, "Link sent");
      const customer = await payAt(context, address, "link-shop");
      await customer.goto(first);
      await customer.getByText("Thank you. This is paid.").waitFor({ timeout: 15_000 });
      await page.reload();
      await part.getByTestId("acquiring-link-state").getByText("Paid").waitFor({ timeout: 30_000 });
      await look(context, page, "link-paid", LINKS, WIDTHS);
      const { order } = await context.admin(`/admin/orders/${orderId}?fields=payment_status,summary`);
      context.expectSame("outstanding less what is authorised", order.payment_status, "partially_captured");
    },
  },
  {
    name: "payment links: a draft order by phone is paid with its link and becomes an order; a revoked link is refused",
    run: async (context) => {
      const orderId = await draftOrder(context);
      const page = await openDashboard(context);
      const part = await openLinks(context, page, `draft-orders/${orderId}`);
      await create(page, part);
      const revoked = await copied(context, page, part);
      await part.getByTestId("acquiring-link-revoke").click();
      await look(context, page, "link-revoke", '[role="alertdialog"]', WIDTHS);
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await told(page, "Link revoked");
      const customer = await context.page({ width: 390, height: 844 });
      await customer.goto(revoked);
      await customer.getByText("This link is no longer valid.").waitFor({ timeout: 15_000 });
      await create(page, part);
      await look(context, page, "link-draft", LINKS, WIDTHS);
      await payAt(context, await copied(context, page, part), "link-phone");
      const { order } = await context.admin(`/admin/orders/${orderId}?fields=status,is_draft_order,payment_status`);
      context.expectSame(
        "the order",
        [order.status, order.is_draft_order, order.payment_status],
        ["pending", false, "authorized"],
      );
      const shown = await openLinks(context, page, `orders/${orderId}`);
      await shown.getByTestId("acquiring-link-history").getByText("Earlier links (1)").click();
      await look(context, page, "link-history", LINKS, WIDTHS);
    },
  },
  {
    name: "payment links: a payment request for an amount without an order; a wrong amount is refused by name",
    run: async (context) => {
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring`);
      await page.getByTestId("acquiring-request").click({ timeout: 30_000 });
      const drawer = page.locator(DRAWER);
      await drawer.waitFor();
      const region = drawer.getByTestId("acquiring-field-region_id");
      await context.until("the regions are listed", async () => (await region.locator("option").count()) > 1);
      await region.selectOption({ index: 1 });
      await drawer.getByTestId("acquiring-field-description").fill("Repair of a vase");
      await drawer.getByTestId("acquiring-field-email").fill("grace@example.test");
      const wrong = drawer.getByTestId("acquiring-invalid-amount");
      await drawer.getByTestId("acquiring-field-amount").fill("1,000");
      await wrong.getByText("Enter an amount above zero").waitFor({ timeout: 15_000 });
      context.expectSame("1,000 can be sent", await page.getByTestId("acquiring-confirm").isEnabled(), false);
      await drawer.getByTestId("acquiring-field-amount").fill("12345678901");
      await page.getByTestId("acquiring-confirm").click();
      await wrong.getByText("is too large").waitFor({ timeout: 15_000 });
      await look(context, page, "link-request", DRAWER, WIDTHS);
      await drawer.getByTestId("acquiring-field-amount").fill("30.10");
      // Offered once the region, and so the currency, is known.
      await drawer.getByTestId("acquiring-link-method-card").click();
      await page.getByTestId("acquiring-confirm").dblclick();
      await drawer.getByTestId("acquiring-requested").waitFor({ timeout: 30_000 });
      await look(context, page, "link-requested", DRAWER, WIDTHS);
      const draft = await drawer.locator('a[href*="/draft-orders/"]').getAttribute("href");
      const path = `/admin/acquiring/orders/${draft.split("/").pop()}/payment-links`;
      const [link] = (await context.admin(path)).payment_links;
      context.expectSame("the methods of the link", link.methods, ["card"]);
      await payAt(context, await copied(context, page, drawer), "link-request-shop");
    },
  },
];
