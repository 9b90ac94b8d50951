/**
 * Payouts: prepared by one user, approved by another, followed to their end; refused, failed and corrected, unknown.
 */
const { look, openDashboard } = require("./dashboard.cjs");
const {
  act,
  approved,
  atGateway,
  DRAWER,
  inState,
  LIST,
  lookEverywhere,
  open,
  PAGE,
  payeeNamed,
  payoutOf,
  shows,
  submitted,
  WORK,
} = require("./paying-out.cjs");

module.exports = [
  {
    name: "payouts: one user prepares and cannot approve it, another approves, and the page follows to the end",
    run: async (context) => {
      const reference = "Delivery 77";
      await context.admin("/admin/acquiring/beneficiaries", payeeNamed("Baltic Glaze", 7701));
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/payouts`);
      await page.getByTestId("acquiring-new-payout").click({ timeout: 30_000 });
      await page.getByTestId("acquiring-find-beneficiary").fill("Baltic");
      await page.getByTestId("acquiring-choice").filter({ hasText: "Baltic Glaze" }).getByRole("radio").click();
      await page.getByTestId("acquiring-next").click();
      await page.getByTestId("acquiring-field-amount").fill("410.25");
      await page.getByTestId("acquiring-field-currency").selectOption("EUR");
      await page.getByTestId("acquiring-field-reference").fill(reference);
      await page.getByTestId("acquiring-next").dblclick();
      await page.getByTestId("acquiring-review").waitFor({ timeout: 15_000 });
      await page.getByTestId("acquiring-submit-payout").dblclick();
      await shows(page, "submitted");
      const { payouts } = await context.admin(`${WORK}?q=${encodeURIComponent(reference)}`);
      context.expectSame("prepared by two clicks", payouts.length, 1);
      const [{ id, payload_hash: hash }] = payouts;
      context.expectSame("may approve their own", await page.getByTestId("acquiring-payout-approve").count(), 0);
      await page.getByTestId("acquiring-why-not").waitFor();
      const own = await context.admin(`${WORK}/${id}/approve`, { payload_hash: hash }, { status: "any" });
      context.expectSame("an approval of one's own through the API", [own.type, own.payout], ["forbidden", undefined]);
      await lookEverywhere(context, page, "payout-submitted", PAGE);

      const second = await openDashboard(context, context.stack.approver);
      await open(context, second, id);
      await second.getByTestId("acquiring-payout-approve").click();
      await second.locator(DRAWER).getByText(reference).first().waitFor();
      await lookEverywhere(context, second, "payout-approve", DRAWER);
      await second.getByTestId("acquiring-note").fill("Compared with the invoice.");
      context.expectSame("sent before it is approved", (await atGateway(context, reference)).length, 0);
      await second.getByTestId("acquiring-confirm").dblclick();
      const [sent] = await context.until("the gateway has it", async () => {
        const found = await atGateway(context, reference);
        return found.length > 0 && found;
      });
      await shows(second, "pending");
      for (let step = 0; step < 2; step += 1) await context.control("payout-step", { request_id: sent.request_id });
      // The page refreshes by itself, without a reload.
      await shows(second, "paid");
      await second.getByTestId("acquiring-payout-gateway").getByText("COMPLETED").waitFor();
      await second.getByText("Compared with the invoice.").first().waitFor();
      await lookEverywhere(context, second, "payout-paid", PAGE);
      context.expectSame("payouts at the gateway", (await atGateway(context, reference)).length, 1);
      await second.goto(`${context.stack.dashboardUrl}/acquiring/payouts`);
      await second.getByTestId("acquiring-payout-chart").waitFor({ timeout: 30_000 });
      await lookEverywhere(context, second, "payouts", "main");
      // Medusa's dashboard logs one warning of its own when it starts.
      const trouble = second.problems.filter((text) => !text.includes("HydrateFallback"));
      context.expectSame("trouble in the browser", trouble, []);
    },
  },
  {
    name: "payouts: one waiting payout is rejected with a note, the others are approved together, each with its result",
    run: async (context) => {
      const { beneficiary } = await context.admin("/admin/acquiring/beneficiaries", payeeNamed("Amber Kilns", 7702));
      const to = { beneficiary_id: beneficiary.id, amount: "12.00" };
      const bad = await submitted(context, { ...to, reference: "Kiln, twice charged" });
      const references = ["Kiln A (sim-at-once)", "Kiln B (sim-at-once)"];
      for (const reference of references) await submitted(context, { ...to, reference });
      const page = await openDashboard(context, context.stack.approver);
      await open(context, page, bad.id);
      await act(page, "reject", { note: "The invoice was paid last week." });
      await shows(page, "rejected");
      await page.getByText("The invoice was paid last week.").first().waitFor();
      context.expectSame("at the gateway", (await atGateway(context, "Kiln, twice charged")).length, 0);

      await page.goto(`${context.stack.dashboardUrl}/acquiring/payouts`);
      await page.getByTestId("acquiring-view-toApprove").click({ timeout: 30_000 });
      await page.getByTestId("acquiring-search").fill("Amber");
      await context.until("two rows wait", async () => (await page.locator(`${LIST} tbody tr`).count()) === 2);
      await page.getByTestId("acquiring-select-all").click();
      await page.getByText("Selected: 2").waitFor();
      await lookEverywhere(context, page, "payouts-to-approve", LIST);
      // Meanwhile the first user changes one of them, so it differs from what was shown.
      const { payouts } = await context.admin(`${WORK}?q=${encodeURIComponent(references[1])}`);
      const { payout: other } = await context.admin(`${WORK}/${payouts[0].id}`);
      const changed = await context.admin(`${WORK}/${other.id}`, {
        ...other.input,
        amount: "4999.00",
        version: other.version,
      });
      await context.admin(`${WORK}/${other.id}/submit`, { payload_hash: changed.payout.payload_hash });
      await page.getByRole("button", { name: "Approve", exact: false }).last().click();
      await page.locator(DRAWER).getByText("Total €24.00").waitFor();
      await page.getByTestId("acquiring-confirm").dblclick();
      const outcome = (name) => page.locator(`[data-testid="acquiring-bulk-item"][data-outcome="${name}"]`);
      await outcome("done").filter({ hasText: references[0] }).waitFor({ timeout: 30_000 });
      await outcome("refused").filter({ hasText: references[1] }).waitFor();
      await lookEverywhere(context, page, "payouts-approved", DRAWER);
      await context.until(
        "the approved one is paid",
        async () => (await atGateway(context, references[0])).length === 1,
      );
      context.expectSame("the changed one at the gateway", (await atGateway(context, references[1])).length, 0);
    },
  },
  {
    name: "payouts: a failed payout raises an item, is corrected, approved again and paid as a new payout",
    run: async (context) => {
      const { beneficiary } = await context.admin("/admin/acquiring/beneficiaries", payeeNamed("Cobalt Mills", 7703));
      const failed = await approved(context, {
        beneficiary_id: beneficiary.id,
        amount: "75.00",
        reference: "Cobalt (sim-refused)",
      });
      await inState(context, failed.id, "failed");
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/attention?kind=payout_problem`);
      await page.locator(`a[href$="/acquiring/payouts/${failed.id}"]`).click({ timeout: 30_000 });
      await shows(page, "failed");
      await page.getByTestId("acquiring-payout-gateway").getByText("closed").first().waitFor();
      await lookEverywhere(context, page, "payout-failed", PAGE);
      await page.getByTestId("acquiring-payout-copy").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Correct and send again" }).click();
      await page
        .getByTestId("acquiring-field-reference")
        .fill("Cobalt, other account (sim-at-once)", { timeout: 15_000 });
      await page.getByTestId("acquiring-next").click();
      await page.getByTestId("acquiring-submit-payout").click({ timeout: 15_000 });
      await shows(page, "submitted");
      await page.getByText("Corrects an earlier payout.").waitFor();
      const id = new URL(page.url()).pathname.split("/").at(-1);
      const second = await openDashboard(context, context.stack.approver);
      await open(context, second, id);
      await act(second, "approve");
      await shows(second, "paid");
      const ids = await Promise.all([failed.id, id].map(async (one) => (await payoutOf(context, one)).request_id));
      if (ids[0] === ids[1]) throw new Error("The correction went out as the failed payout.");
    },
  },
  {
    name: "payouts: a payout without an answer is resolved by a user who did not prepare it",
    run: async (context) => {
      const { beneficiary } = await context.admin("/admin/acquiring/beneficiaries", payeeNamed("Dune Clay", 7704));
      const reference = "Dune (sim-lost-before)";
      const { id } = await approved(context, { beneficiary_id: beneficiary.id, amount: "31.00", reference });
      await inState(context, id, "unknown");
      const page = await openDashboard(context);
      await open(context, page, id);
      await shows(page, "unknown");
      context.expectSame("may decide what they prepared", await page.getByTestId("acquiring-payout-decide").count(), 0);
      context.expectSame("may send it again", await page.getByTestId("acquiring-payout-copy").count(), 0);
      const second = await openDashboard(context, context.stack.approver);
      await second.goto(`${context.stack.dashboardUrl}/acquiring/attention?kind=payout_unknown`);
      await second.locator(`a[href$="/acquiring/payouts/${id}"]`).click({ timeout: 30_000 });
      await second.getByTestId("acquiring-payout-decide").click({ timeout: 30_000 });
      await second.locator(DRAWER).waitFor();
      await lookEverywhere(context, second, "payout-decide", DRAWER);
      context.expectSame("ready without a choice", await second.getByTestId("acquiring-confirm").isEnabled(), false);
      await second.locator(DRAWER).getByText("The payout was not sent").click();
      await second.getByTestId("acquiring-note").fill("The portal does not know it.");
      await second.getByTestId("acquiring-confirm").dblclick();
      await shows(second, "failed");
      await second.locator('[data-testid="acquiring-payout-event"][data-kind="decided"]').waitFor();
      context.expectSame("payouts at the gateway", (await atGateway(context, reference)).length, 0);
    },
  },
  {
    name: "payouts: an order's page shows its payouts and starts another",
    run: async (context) => {
      const { orderId } = await context.paidOrder();
      const { beneficiary } = await context.admin("/admin/acquiring/beneficiaries", payeeNamed("Elder Wood", 7705));
      await submitted(context, {
        beneficiary_id: beneficiary.id,
        amount: "8.00",
        reference: "Share of the vase",
        order_id: orderId,
      });
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
      const widget = page.getByTestId("acquiring-order-payouts");
      await widget.getByText("Share of the vase").waitFor({ timeout: 30_000 });
      await look(context, page, "order-payouts", '[data-testid="acquiring-order-payouts"]');
      await page.getByTestId("acquiring-order-payouts-add").click();
      await page.getByTestId("acquiring-payout-wizard").waitFor({ timeout: 15_000 });
      context.expectSame("the order it is for", new URL(page.url()).searchParams.get("order_id"), orderId);
    },
  },
];
