/** Manual resolution in the dashboard after the sale: item by item, manually, or by entering the outcome. */
const fs = require("node:fs");
const { act, badge, DRAWER, look, openDashboard, openOrder, outcome, WIDGET } = require("./dashboard.cjs");

/** Longer than the minute after which the badge is read again. */
const BADGE_MS = 75_000;

const amounts = (moves) => moves.map(({ amount }) => amount);

module.exports = [
  {
    name: "dashboard: one of three mugs is refunded by item, and the amount follows",
    run: async (context) => {
      const { orderId, ledger } = await context.paidOrder("stoneware-mug", undefined, 3);
      const page = await openDashboard(context);
      const widget = await openOrder(context, page, orderId);
      await act(page, widget, "capture");
      const { order } = await context.admin(`/admin/orders/${orderId}?fields=*items`);
      const [item] = order.items;
      const one = (item.total / 3).toFixed(2);
      await act(page, widget, "refund", async (drawer) => {
        await drawer.getByText("Refund by item").click();
        await drawer.getByRole("spinbutton", { name: `${item.title} · ${item.variant_title}` }).fill("1");
        context.expectSame("the amount", await drawer.getByTestId("acquiring-amount").inputValue(), one);
        await look(context, page, "refund-by-item", DRAWER);
      });
      await context.until("the gateway has the refund", async () => {
        const { refunds } = await context.transaction(ledger.order_no);
        return refunds.length > 0;
      });
      context.expectSame("refunds", amounts((await context.transaction(ledger.order_no)).refunds), [one]);
    },
  },
  {
    name: "dashboard: an admin resolves an unknown capture manually, and it is then captured once",
    run: async (context) => {
      const { orderId, ledger } = await context.paidOrder("tall-vase");
      const page = await openDashboard(context);
      const widget = await openOrder(context, page, orderId);
      await context.control("faults", { operation: "capture", fault: "drop-before", count: 1 });
      await act(page, widget, "capture");
      await outcome(page, "unknown");
      await page.getByRole("button", { name: "Close" }).last().click();
      await widget.getByTestId("acquiring-open-operation").waitFor();
      await look(context, page, "order-widget-unknown", WIDGET);
      // Two clicks without a waiting period: the result, and the confirmation.
      await widget.getByTestId("acquiring-decide-did_not_happen").click();
      await look(context, page, "decide", DRAWER);
      await page.getByTestId("acquiring-confirm").dblclick();
      await widget.getByText("Checked in the gateway's portal.").waitFor({ timeout: 15_000 });
      context.expectSame("captures so far", amounts((await context.transaction(ledger.order_no)).captures), []);
      await act(page, widget, "capture");
      await context.until("it is captured", async () => (await context.paymentOf(orderId)).ledger.state === "captured");
      context.expectSame("captures", amounts((await context.transaction(ledger.order_no)).captures), ["100.00"]);
    },
  },
  {
    name: "dashboard: a click downloads the filtered payments",
    run: async (context) => {
      const since = new Date().toISOString();
      const { ledger } = await context.paidOrder("tall-vase");
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring?created_from=${encodeURIComponent(since)}`);
      await page.getByTestId("acquiring-payments").getByRole("table").waitFor({ timeout: 30_000 });
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByTestId("acquiring-export").click(),
      ]);
      const rows = fs
        .readFileSync(await download.path(), "utf8")
        .trim()
        .split(/\r?\n/);
      context.expectSame("the file's name", /^payments.*\.csv$/.test(download.suggestedFilename()), true);
      context.expectSame("rows with the header", rows.length, 2);
      context.expectSame("the payment is there", rows[1].includes(ledger.order_no), true);
    },
  },
  {
    name: "dashboard: an attention item is dismissed with a note, and the badge counts one less",
    run: async (context) => {
      const { orderId, ledger } = await context.paidOrder("tall-vase");
      const { order } = await context.admin(`/admin/orders/${orderId}?fields=id,display_id`);
      const count = async () => (await context.admin("/admin/acquiring/attention/count")).open;
      await context.control("portal-void", { order_no: ledger.order_no });
      // Found by its order, because earlier journeys may raise items at the same time.
      await context.until("the void elsewhere is known", async () => {
        const { items } = await context.admin("/admin/acquiring/attention?kind=external_void");
        return items.some(({ payment }) => payment?.order?.id === orderId);
      });
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/attention`);
      const item = page.getByTestId("acquiring-attention-item").filter({ hasText: `#${order.display_id} ` });
      await item.waitFor({ timeout: 30_000 });
      // An item of an earlier journey may come or go meanwhile: the badge follows with its next request.
      await context.until("the badge counts it", async () => (await badge(page)) === (await count()), BADGE_MS);
      await item.getByTestId("acquiring-dismiss").click();
      await page.getByTestId("acquiring-note").fill("The customer pays in the shop.");
      await look(context, page, "dismiss", DRAWER);
      await page.getByTestId("acquiring-confirm").dblclick();
      await item.waitFor({ state: "detached", timeout: 15_000 });
      await context.until("the badge counts one less", async () => (await badge(page)) === (await count()), BADGE_MS);
      await page.getByTestId("acquiring-status-closed").click();
      await page.getByText("The customer pays in the shop.").first().waitFor({ timeout: 15_000 });
      await look(context, page, "attention-closed", '[data-testid="acquiring-attention-page"]');
    },
  },
];
