/** The overview in the dashboard: figures of real payments, charts by mouse and keyboard, tables, and the lists behind. */
/* What runs inside the page: */
/* global document */
const { look, openDashboard } = require("./dashboard.cjs");
const { moveToChannel } = require("./sales-channel.cjs");

const WIDTHS = [1280, 390];
const PAGE = '[data-testid="acquiring-overview"]';
const DECLINED = "4000000000000002";
const CHALLENGE = "4000000000003063";
/** The figures are computed once a minute. */
const COMPUTED_MS = 150_000;

const overview = (context) => context.admin("/admin/acquiring/overview");
/** The figures, once they contain everything that happened before `since`; null before that. */
async function figuresSince(context, since) {
  const { as_of, days_due, current } = await overview(context);
  return days_due === 0 && as_of !== null && Date.parse(as_of) >= since ? current.totals : null;
}
const card = (page, id) => page.getByTestId(`acquiring-figure-${id}`);
const section = (page, id) => page.getByTestId(`acquiring-chart-${id}`);

async function openOverview(context, page, query = "") {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/overview${query}`);
  await page.locator(PAGE).waitFor({ timeout: 30_000 });
}

/** The number of payments in the list that is open. */
async function listed(context, page) {
  await page.locator('[data-testid="acquiring-payments"] table').waitFor({ timeout: 30_000 });
  const { searchParams } = new URL(page.url());
  return (await context.admin(`/admin/acquiring/payments?${searchParams}`)).count;
}

module.exports = [
  {
    name: "overview: payments of every result are counted, each figure and bar opens the payments behind it",
    run: async (context) => {
      const { payment } = await context.paidOrder("tall-vase");
      await context.admin(`/admin/payments/${payment.id}/capture`, {});
      await context.pay(await context.checkout("tall-vase"), DECLINED);
      const ofSecondShop = await context.checkout("tall-vase");
      await moveToChannel(context, ofSecondShop.cartId, "Market stall");
      await context.pay(ofSecondShop, CHALLENGE);
      const paidAt = Date.now();
      const now = await context.until("the new payments are counted", () => figuresSince(context, paidAt), COMPUTED_MS);
      const page = await openDashboard(context);
      await openOverview(context, page);
      await section(page, "outcomes").getByTestId("acquiring-chart-link").first().waitFor();
      await look(context, page, "overview-full", PAGE, WIDTHS);
      const shown = (await card(page, "payments").textContent()) ?? "";
      context.expectSame("payments", shown.includes(String(now.payments)), true);

      await card(page, "payments").getByRole("link").click();
      context.expectSame("payments behind the figure", await listed(context, page), now.payments);
      await page.goBack();

      // By keyboard: one stop, the arrow keys move, Enter opens.
      const bars = section(page, "challenges").getByTestId("acquiring-chart-link");
      await bars.last().focus();
      await page.keyboard.press("Home");
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      context.expectSame("the first bar", focused?.startsWith(`Challenged: ${now.three_ds.challenged}`), true);
      context.expectSame(
        "one stop",
        await bars.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length),
        1,
      );
      await context.shot(page, "overview-bar");
      await page.keyboard.press("Enter");
      context.expectSame("challenged payments", await listed(context, page), now.three_ds.challenged);
      await page.goBack();

      await section(page, "declines").getByRole("button", { name: "Show as table: Decline reasons" }).click();
      const row = section(page, "declines").locator("tbody tr").first();
      await look(context, page, "overview-table", '[data-testid="acquiring-chart-declines"]', WIDTHS);
      const [, counted] = await row.locator("td").allTextContents();
      await row.getByRole("link").click();
      context.expectSame("declined with the code", await listed(context, page), Number(counted));
      await page.goBack();

      await look(context, page, "overview-channels", '[data-testid="acquiring-chart-channels"]', WIDTHS);
      await section(page, "channels").getByTestId("acquiring-chart-link").last().press("Enter");
      context.expectSame("payments of the second channel", await listed(context, page), 1);
      await page.goBack();

      const download = page.waitForEvent("download");
      await page.getByTestId("acquiring-overview-export").click();
      context.expectSame("the file", (await download).suggestedFilename(), "overview.csv");
      context.expectSame(
        "errors",
        page.problems.filter((text) => /overview|chart/i.test(text)),
        [],
      );
    },
  },
  {
    name: "overview: another period, without a comparison, and a period without payments says so; all in the URL",
    run: async (context) => {
      const page = await openDashboard(context);
      await openOverview(context, page);
      await page.getByTestId("acquiring-overview-7").click();
      await page.waitForURL(/from=/);
      await page.getByTestId("acquiring-overview-compare").click();
      await page.waitForURL(/compare=none/);
      await page.reload();
      await page.locator(PAGE).waitFor({ timeout: 30_000 });
      await look(context, page, "overview-week-full", PAGE, WIDTHS);
      await openOverview(context, page, "?from=2020-01-01&to=2020-01-31");
      await page.getByTestId("acquiring-overview-empty").waitFor();
      await look(context, page, "overview-empty-full", PAGE, WIDTHS);
    },
  },
];
