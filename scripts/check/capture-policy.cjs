/** The capture policy in the dashboard: rules edited, saved and refused, and what they do with real payments. */
/* What runs inside the page: */
/* global document, localStorage */
const { look, openDashboard, openOrder, secondAdmin, WIDGET } = require("./dashboard.cjs");
const { POLICY, RULE, save, withRules } = require("./policy-rules.cjs");

const WIDTHS = [1280, 390];
const PAGE = '[data-testid="acquiring-policy"]';
const DRAWER = '[data-testid="acquiring-policy-drawer"]';
const DAY_MS = 86_400_000;

async function openPolicy(context, page) {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/capture-policy`);
  await page.locator(PAGE).waitFor({ timeout: 30_000 });
  // Buttons appear with the reader's permissions.
  await page.getByTestId("acquiring-policy-rules").waitFor();
  return page.locator(PAGE);
}

const sentences = (part) => part.getByTestId("acquiring-policy-sentence").allTextContents();
const told = (page, text) => page.locator("[data-sonner-toast]").filter({ hasText: text }).waitFor({ timeout: 15_000 });

const FIRST = "Card payments: captured when ordered";
const SECOND = "All payments: captured on shipment";

module.exports = [
  {
    name: "capture policy: a ready-made rule and an own one, ordered by keyboard and saved; a new order is captured",
    run: (context) =>
      withRules(context, [], async () => {
        const page = await openDashboard(context);
        const part = await openPolicy(context, page);
        await look(context, page, "policy-empty", PAGE, WIDTHS);
        await part.getByTestId("acquiring-policy-ready-on_shipment").getByRole("button").click();
        await page.getByTestId("acquiring-policy-add").click();
        const drawer = page.locator(DRAWER);
        await drawer.waitFor();
        await page.getByTestId("acquiring-policy-apply").click();
        await drawer.getByTestId("acquiring-invalid-capture").waitFor();
        await look(context, page, "policy-rule-missing", DRAWER, WIDTHS);
        await drawer.getByTestId("acquiring-field-method").selectOption("card");
        await drawer.getByTestId("acquiring-policy-capture-on_order").click();
        await drawer.getByTestId("acquiring-policy-at_expiry-capture").click();
        await drawer.getByTestId("acquiring-field-hours").fill("9000");
        await page.getByTestId("acquiring-policy-apply").click();
        await drawer.getByText("Enter a whole number from 1 to 720.").waitFor();
        await drawer.getByTestId("acquiring-field-hours").fill("24");
        await drawer.getByTestId("acquiring-policy-preview").getByText(FIRST).waitFor();
        await look(context, page, "policy-rule", DRAWER, WIDTHS);
        await page.getByTestId("acquiring-policy-apply").click();
        await drawer.waitFor({ state: "detached" });
        await part.getByTestId("acquiring-policy-warning").getByText("Never applies: rule 1").waitFor();

        const up = part.getByTestId("acquiring-policy-up").nth(1);
        await up.focus();
        await page.keyboard.press("Enter");
        const [one, two] = await sentences(part);
        context.expectSame("the order", [one.startsWith(FIRST), two.startsWith(SECOND)], [true, true]);
        const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
        context.expectSame("the focus follows the rule", focused, "Move rule 1 up");
        context.expectSame("warnings", await part.getByTestId("acquiring-policy-warning").count(), 0);
        await look(context, page, "policy-unsaved", PAGE, WIDTHS);
        // Leaving asks first.
        await page.getByRole("link", { name: "Health" }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
        const { version } = await context.admin(POLICY);
        await page.getByTestId("acquiring-policy-save").dblclick();
        await told(page, "Policy saved.");
        await part.getByTestId("acquiring-policy-unsaved").waitFor({ state: "detached" });
        const saved = await context.admin(POLICY);
        context.expectSame(
          "saved once",
          [saved.rules.map(({ capture }) => capture), saved.version - version],
          [["on_order", "on_shipment"], 1],
        );

        const { orderId } = await context.paidOrder("tall-vase");
        await context.until(
          "the order is captured by the policy",
          async () => (await context.paymentOf(orderId)).ledger.state === "captured",
          60_000,
        );
        await page.reload();
        const captured = part.getByTestId("acquiring-policy-captured");
        await context.until("the capture is counted", async () => Number(await captured.textContent()) > 0);
        await part.getByTestId("acquiring-policy-version").first().locator("summary").click();
        await look(context, page, "policy-saved-full", PAGE, WIDTHS);
        context.expectSame(
          "errors",
          page.problems.filter((text) => /policy/i.test(text)),
          [],
        );
      }),
  },
  {
    name: "capture policy: the server's refusal is shown at its rule; a version saved meanwhile is not overwritten unseen",
    run: (context) =>
      withRules(context, [{ ...RULE, method: "card" }], async () => {
        const page = await openDashboard(context, await secondAdmin(context, "policy@demo.test"));
        const part = await openPolicy(context, page);
        await part.getByTestId("acquiring-policy-add").click();
        const drawer = page.locator(DRAWER);
        await drawer.getByTestId("acquiring-field-method").selectOption("card");
        await drawer.getByTestId("acquiring-policy-capture-on_shipment").click();
        // The account captures a payment in parts.
        context.expectSame("asked", await drawer.getByTestId("acquiring-policy-single_capture-first").count(), 0);
        await drawer.getByTestId("acquiring-policy-at_expiry-void").click();
        await page.getByTestId("acquiring-policy-apply").click();
        await page.getByTestId("acquiring-policy-save").click();
        await part.getByTestId("acquiring-policy-invalid-rule").waitFor({ timeout: 15_000 });
        await look(context, page, "policy-refused", PAGE, WIDTHS);
        await part.getByTestId("acquiring-policy-edit").nth(1).click();
        // The refusal is about two rules, not about one of this rule's fields.
        await drawer.getByTestId("acquiring-field-account").waitFor();
        context.expectSame("invalid fields", await drawer.getByTestId("acquiring-invalid-account").count(), 0);
        await drawer.getByTestId("acquiring-field-account").selectOption({ index: 1 });
        await page.getByTestId("acquiring-policy-apply").click();
        await part.getByTestId("acquiring-policy-up").nth(1).click();

        await save(context, [{ ...RULE, method: "card", hours: 48 }]);
        await page.getByTestId("acquiring-policy-save").click();
        const conflict = part.getByTestId("acquiring-policy-conflict");
        await conflict.getByText("changed the policy while you were editing").waitFor({ timeout: 15_000 });
        context.expectSame("saving waits", await page.getByTestId("acquiring-policy-save").isEnabled(), false);
        await look(context, page, "policy-conflict", PAGE, WIDTHS);
        await page.getByTestId("acquiring-policy-keep").click();
        await conflict.waitFor({ state: "detached" });
        const [mine, theirs] = await sentences(part);
        context.expectSame(
          "the own rule and the other's change",
          [mine.includes("on shipment"), theirs.includes("48 hours")],
          [true, true],
        );
        await page.getByTestId("acquiring-policy-save").click();
        await told(page, "Policy saved.");
        await part.getByTestId("acquiring-policy-history").getByText("by Grace Hopper").first().waitFor();
        const { rules } = await context.admin(POLICY);
        context.expectSame(
          "rules",
          rules.map(({ capture, hours }) => [capture, hours]),
          [
            ["on_shipment", 24],
            ["manual", 48],
          ],
        );
      }),
  },
  {
    name: "capture policy: a reader without the permission and a German reader; the time left in the order and the list",
    run: (context) =>
      withRules(context, [{ ...RULE, capture: "on_shipment", at_expiry: "void", hours: 48 }], async () => {
        const { orderId } = await context.paidOrder("tall-vase");
        const page = await openDashboard(context);
        const widget = await openOrder(context, page, orderId);
        const plan = widget.getByTestId("acquiring-capture-plan").first();
        await plan.getByText("Captured on shipment.").waitFor({ timeout: 15_000 });
        await plan.getByText("days left").waitFor();
        await look(context, page, "order-widget-plan", WIDGET, WIDTHS);
        for (const [stage, left] of [
          ["last_day", DAY_MS / 4],
          ["over", -DAY_MS],
        ]) {
          await page.route("**/admin/acquiring/orders/*/payments", async (route) => {
            const answer = await route.fetch({ maxRetries: 2 });
            const body = await answer.json();
            const at = new Date(Date.now() + left).toISOString();
            for (const payment of body.payments) if (payment.capture_plan) payment.capture_plan.expires_at = at;
            await route.fulfill({ response: answer, json: body });
          });
          await (await openOrder(context, page, orderId)).locator(`[data-stage="${stage}"]`).waitFor();
          await look(context, page, `order-widget-${stage}`, WIDGET, WIDTHS);
          await page.unroute("**/admin/acquiring/orders/*/payments");
        }
        // The demo's accounts offer no instalments: the row gets a plan on its way.
        await page.route("**/admin/acquiring/payments?*", async (route) => {
          const answer = await route.fetch({ maxRetries: 2 });
          const body = await answer.json();
          const instalments = { plan: "three", count: 3, monthly_amount: "33.33", last_amount: "33.34" };
          if (body.payments[0]) body.payments[0].instalments = instalments;
          await route.fulfill({ response: answer, json: body });
        });
        await page.goto(`${context.stack.dashboardUrl}/acquiring?capturable=true`);
        await page.getByTestId("acquiring-expiry").first().waitFor({ timeout: 30_000 });
        const shown = page.getByTestId("acquiring-instalments").first();
        context.expectSame("the instalments", await shown.getAttribute("title"), "Instalments: 2 × €33.33 + €33.34");
        await look(context, page, "payments-expiry", '[data-testid="acquiring-payments"]', WIDTHS);

        await page.unroute("**/admin/acquiring/payments?*");
        await page.route("**/admin/acquiring/access", async (route) => {
          const answer = await route.fetch({ maxRetries: 2 });
          await route.fulfill({ response: answer, json: { ...(await answer.json()), permissions: ["read"] } });
        });
        const reading = await openPolicy(context, page);
        await reading.getByTestId("acquiring-policy-read-only").waitFor();
        context.expectSame("buttons", await reading.getByRole("button").count(), 0);
        await look(context, page, "policy-read-only", PAGE, WIDTHS);
        await page.unroute("**/admin/acquiring/access");
        await page.evaluate(() => {
          localStorage.setItem("lng", "de");
          document.cookie = "lng=de; path=/";
        });
        const german = await openPolicy(context, page);
        await german.getByText("48 Stunden vor Ablauf der Autorisierung: storniert").first().waitFor();
        await look(context, page, "policy-german", PAGE, WIDTHS);
      }),
  },
];
