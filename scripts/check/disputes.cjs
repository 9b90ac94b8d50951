/** Disputes in the dashboard: nothing disputed, the list, an entered due date, somebody else's change, the answer and the outcome. */
const { look, openDashboard } = require("./dashboard.cjs");
const { told } = require("./link-steps.cjs");

const DISPUTES = "/admin/acquiring/disputes";
const LIST = '[data-testid="acquiring-disputes"]';
const PAGE = '[data-testid="acquiring-dispute"]';
const DRAWER = '[data-testid="acquiring-dispute-drawer"]';
const WIDTHS = [1280, 390];
const DAY_MS = 86_400_000;

const RATE = {
  months: Array.from({ length: 12 }, (_, place) => ({
    month: `2026-${String(place + 1).padStart(2, "0")}`,
    ...{ opened: place % 4, captured: 400, percent: ((place % 4) / 4).toFixed(2) },
  })),
};

/** A captured order whose customer disputes it. */
async function disputedOrder(context, fields) {
  const { orderId, payment } = await context.paidOrder("tall-vase");
  await context.admin(`/admin/payments/${payment.id}/capture`, {});
  const { payments } = await context.admin(`/admin/acquiring/orders/${orderId}/payments`);
  const report = (stage, more = {}) => context.control("dispute", { order_no: payments[0].order_no, stage, ...more });
  await report("received", fields);
  const find = async () =>
    (await context.admin(`${DISPUTES}?limit=100`)).disputes.find(({ payment_id: id }) => id === payments[0].id);
  await context.until("the dispute is listed", async () => (await find()) !== undefined);
  const { id } = await find();
  return { id, report };
}

const urlOf = (id) => `${DISPUTES}/${encodeURIComponent(id)}`;
const read = async (context, id) => (await context.admin(urlOf(id))).dispute;
const inDays = (days) => new Date(Date.now() + days * DAY_MS).toISOString();

async function openList(context, page, query = "") {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/disputes${query}`);
  const part = page.locator(LIST);
  await part.waitFor({ timeout: 30_000 });
  return part;
}

module.exports = [
  {
    name: "disputes: a list without any says what it is for, and one dispute is answered, with a due date that a person entered",
    run: async (context) => {
      const page = await openDashboard(context);
      await page.route(`**${DISPUTES}?*`, (route) =>
        route.fulfill({ json: { disputes: [], count: 0, limit: 20, offset: 0, states: {} } }),
      );
      const empty = await openList(context, page);
      await empty.getByText("No disputes", { exact: true }).waitFor();
      await look(context, page, "disputes-empty", LIST, WIDTHS);
      await page.unroute(`**${DISPUTES}?*`);

      const { id, report } = await disputedOrder(context, { reason: "goods not received", due_date: inDays(9) });
      await disputedOrder(context, { reason: "fraud" });
      await page.route(`**${DISPUTES}/rate`, (route) => route.fulfill({ json: RATE }));
      const list = await openList(context, page);
      await list.getByText("in 9 days").waitFor();
      await list.getByText("goods not received").waitFor();
      await list.getByTestId("acquiring-chart-dispute-rate").getByRole("button").waitFor();
      await look(context, page, "disputes-chart", LIST, WIDTHS);
      await list.getByTestId("acquiring-chart-dispute-rate").getByRole("button").click();
      await list.getByRole("table").nth(1).waitFor();
      await look(context, page, "disputes-full", LIST, WIDTHS);

      await list.getByText("goods not received").click();
      const part = page.locator(PAGE);
      await part.waitFor({ timeout: 30_000 });
      await part.getByText("No effect on amounts and orders").waitFor();
      await look(context, page, "dispute", PAGE, WIDTHS);
      for (const format of ["pdf", "zip"]) {
        const [file] = await Promise.all([
          page.waitForEvent("download", { timeout: 30_000 }),
          part.getByTestId(`acquiring-evidence-${format}`).click(),
        ]);
        context.expectSame("the file", /^evidence-DP\w+\.\w+$/.test(file.suggestedFilename()), true);
        await part.getByText(`Evidence downloaded · ${format.toUpperCase()}`).waitFor({ timeout: 15_000 });
      }
      await part.getByTestId("acquiring-dispute-edit").click();
      const drawer = page.locator(DRAWER);
      await drawer.getByTestId("acquiring-field-due_at").fill(inDays(3).slice(0, 10));
      await drawer.getByTestId("acquiring-field-note").fill("The carrier has the signature.");
      await look(context, page, "dispute-drawer", DRAWER, WIDTHS);
      const others = { version: 0, due_at: null, answered: false, note: "Somebody else's note." };
      await context.admin(urlOf(id), others);
      await page.getByTestId("acquiring-dispute-save").click();
      await drawer.getByText("Someone else changed this dispute.").waitFor({ timeout: 15_000 });
      context.expectSame("not overwritten", (await read(context, id)).note, others.note);
      await look(context, page, "dispute-changed", DRAWER, WIDTHS);
      await page.getByTestId("acquiring-dispute-save").dblclick();
      await told(page, "Dispute saved.");
      await drawer.waitFor({ state: "detached" });
      const saved = await read(context, id);
      context.expectSame("saved once", [saved.version, saved.note], [2, "The carrier has the signature."]);
      await part.getByText(/^in [234] days$/).waitFor();

      await part.getByTestId("acquiring-dispute-answered").dblclick();
      await told(page, "Marked as answered.");
      await part.getByTestId("acquiring-dispute-state").getByText("Answered").waitFor();
      await report("lost");
      await context.until("it is lost", async () => (await read(context, id)).state === "lost");
      await page.reload();
      await part.getByText("Don't refund this payment").waitFor({ timeout: 30_000 });
      context.expectSame("no more buttons", await part.getByTestId("acquiring-dispute-answered").count(), 0);
      await look(context, page, "dispute-lost", PAGE, WIDTHS);
      const lost = await openList(context, page, "?state=lost");
      await lost.getByText("goods not received").waitFor();
      context.expectSame("filtered", await lost.getByText("fraud").count(), 0);
    },
  },
];
