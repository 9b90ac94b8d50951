/** Reviews, attention and health in the dashboard, with real payments. */
const { badge, look, openDashboard, secondAdmin } = require("./dashboard.cjs");

/** Pending at the gateway, waiting for a decision. */
const HELD = "4000000000009235";
const nameOf = async (context, orderId) => {
  const { order } = await context.admin(`/admin/orders/${orderId}?fields=id,display_id,status`);
  return { name: `#${order.display_id}`, status: order.status };
};

async function openReviews(context, page) {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/reviews`);
  await page.getByTestId("acquiring-reviews").waitFor({ timeout: 30_000 });
}

async function openCase(context, page, orderId) {
  await openReviews(context, page);
  const { name } = await nameOf(context, orderId);
  await page.getByRole("button", { name: `Open payment ${name}`, exact: true }).click();
  await page.getByTestId("acquiring-review-drawer").getByTestId("acquiring-held").waitFor();
}

async function decide(page, action, note) {
  await page.getByTestId(`acquiring-${action}`).click();
  await page.getByTestId("acquiring-note").fill(note);
  await page.getByTestId("acquiring-confirm").dblclick();
}

/** Text that a gateway could send: markup, a right-to-left override, ten kilobytes without a space. */
const HOSTILE = `<img src=x onerror="document.title='taken over'">\u202Eecnarelot\u202C $t(payment.title) {{who}} ${"W".repeat(10_000)}`;
const TEXTS = ["message", "note", "name", "method_name", "mask", "brand", "email", "actor_name"];

/** The store's true answer with every free text replaced. */
function poisoned(value) {
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      TEXTS.includes(key) && (typeof one === "string" || one === null) ? HOSTILE : poisoned(one),
    ]),
  );
}

module.exports = [
  {
    name: "dashboard: hostile texts of the gateway are shown as text and break no layout",
    run: async (context) => {
      const { orderId } = await context.paidOrder("tall-vase", HELD);
      const page = await openDashboard(context);
      for (const path of ["orders/*/payments", "payments?*", "payments/*", "reviews*", "reviews/*", "attention?*"]) {
        await page.route(`**/admin/acquiring/${path}`, async (route) => {
          const answer = await route.fetch({ maxRetries: 2 });
          await route.fulfill({ response: answer, json: poisoned(await answer.json()) });
        });
      }
      const places = {
        [`orders/${orderId}`]: "acquiring-order-widget",
        acquiring: "acquiring-payments",
        "acquiring/reviews": "acquiring-reviews",
        "acquiring/attention": "acquiring-attention-page",
      };
      for (const [place, testId] of Object.entries(places)) {
        await page.goto(`${context.stack.dashboardUrl}/${place}`);
        await page.getByTestId(testId).getByText("<img src=x").first().waitFor({ state: "attached", timeout: 30_000 });
        await look(context, page, `hostile-${testId}`, `[data-testid="${testId}"]`);
        context.expectSame("the page's title was left alone", (await page.title()).includes("taken over"), false);
        context.expectSame("images of the gateway's", await page.locator('img[src="x"]').count(), 0);
      }
    },
  },
  {
    name: "dashboard: one held payment is approved and can be captured, another is rejected and its order cancelled",
    run: async (context) => {
      const [good, bad] = [await context.paidOrder("tall-vase", HELD), await context.paidOrder("tall-vase", HELD)];
      const page = await openDashboard(context);
      await openReviews(context, page);
      await look(context, page, "reviews", '[data-testid="acquiring-reviews"]');
      await openCase(context, page, good.orderId);
      await look(context, page, "review", '[data-testid="acquiring-review-drawer"]');
      await decide(page, "approve", "A customer of many years.");
      await context.until(
        "the approved payment is authorised",
        async () => (await context.paymentOf(good.orderId)).ledger.state === "authorised",
      );
      await openCase(context, page, bad.orderId);
      await decide(page, "reject", "The address does not exist.");
      await context.until(
        "the rejected order is cancelled",
        async () => (await nameOf(context, bad.orderId)).status === "canceled",
      );
    },
  },
  {
    name: "dashboard: two held payments are approved together, by the keyboard",
    run: async (context) => {
      const made = [await context.paidOrder("tall-vase", HELD), await context.paidOrder("tall-vase", HELD)];
      const page = await openDashboard(context);
      await openReviews(context, page);
      for (const { orderId } of made) {
        const { name } = await nameOf(context, orderId);
        await page.getByRole("checkbox", { name, exact: true }).click();
      }
      await page.getByText("Selected: 2").waitFor();
      await page.keyboard.press("a");
      await page.getByTestId("acquiring-note").fill("Both were called.");
      await look(context, page, "review-two", '[data-testid="acquiring-action"]');
      await page.getByTestId("acquiring-confirm").dblclick();
      for (const { orderId } of made) {
        await context.until(
          "both are authorised",
          async () => (await context.paymentOf(orderId)).ledger.state === "authorised",
        );
      }
    },
  },
  {
    name: "dashboard: above an amount one admin's approval waits for a second admin, who sees all votes",
    run: async (context) => {
      const { orderId } = await context.paidOrder("tall-vase", HELD, 2);
      const first = await openDashboard(context);
      await openCase(context, first, orderId);
      await decide(first, "approve", "I know them.");
      await first.locator('[data-testid="acquiring-review-result"][data-outcome="second_person"]').waitFor();
      await look(context, first, "second-person-first", '[data-testid="acquiring-action"]');
      context.expectSame("still held", (await context.paymentOf(orderId)).ledger.state !== "authorised", true);
      const second = await openDashboard(context, await secondAdmin(context));
      await openCase(context, second, orderId);
      await second.getByTestId("acquiring-vote").filter({ hasText: "I know them." }).waitFor();
      await look(context, second, "second-person-second", '[data-testid="acquiring-review-drawer"]');
      await decide(second, "approve", "So do I.");
      await context.until(
        "two people have approved",
        async () => (await context.paymentOf(orderId)).ledger.state === "authorised",
      );
    },
  },
  {
    name: "dashboard: an attention item is cleared by its action, and the badge counts one less",
    run: async (context) => {
      const { orderId } = await context.paidOrder("tall-vase", HELD);
      const { name } = await nameOf(context, orderId);
      // Read again each time, because earlier journeys may raise items meanwhile.
      const count = async () => (await context.admin("/admin/acquiring/attention/count")).open;
      const isOpen = async () => {
        const { items } = await context.admin("/admin/acquiring/attention?kind=held_review");
        return items.some(({ payment }) => payment?.order?.id === orderId);
      };
      context.expectSame("the item is open", await isOpen(), true);
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/attention`);
      const item = page.getByTestId("acquiring-attention-item").filter({ hasText: name });
      await item.waitFor({ timeout: 30_000 });
      await context.until("the badge counts it", async () => (await badge(page)) === (await count()));
      await look(context, page, "attention", '[data-testid="acquiring-attention-page"]');
      await item.getByTestId("acquiring-remedy").click();
      await page.getByTestId("acquiring-payment-drawer").getByTestId("acquiring-held").waitFor();
      await decide(page, "approve", "Looked at it.");
      await context.until("the item is closed", async () => !(await isOpen()));
      await page.getByTestId("acquiring-payment-drawer").getByRole("button", { name: "Close" }).last().click();
      await item.waitFor({ state: "detached", timeout: 15_000 });
      await context.until("the badge counts one less", async () => (await badge(page)) === (await count()));
    },
  },
  {
    name: "dashboard: the health page reports failing notifications, and their recovery; a test payment is authorised and voided",
    run: async (context) => {
      const { ledger } = await context.paidOrder("tall-vase");
      // The last notification decides: those of this and earlier orders have arrived before.
      await context.control("settings", { notifications: "off" });
      await context.control("idle");
      // For this order only: a query about another payment must not use it up.
      const fault = { operation: "retrievalTrans", fault: "5xx-before", order_no: ledger.order_no, count: 1 };
      await context.control("faults", fault);
      await context.control("notify", { order_no: ledger.order_no, signature: "invalid" });
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/health`);
      const unbelieved = page.getByTestId("acquiring-finding").filter({ hasText: "was rejected" });
      await unbelieved.first().waitFor({ timeout: 30_000 });
      await page.locator('[data-testid="acquiring-account"][data-status="failing"]').waitFor();
      await look(context, page, "health-failing", '[data-testid="acquiring-health"]');
      await context.control("notify", { order_no: ledger.order_no });
      await context.control("settings", { notifications: "on" });
      await page.getByRole("button", { name: "Refresh" }).click();
      await unbelieved.first().waitFor({ state: "detached", timeout: 15_000 });
      await page.locator('[data-testid="acquiring-account"]:not([data-status="failing"])').waitFor();
      await page.getByTestId("acquiring-send-test").dblclick();
      await page.getByTestId("acquiring-test-steps").waitFor({ timeout: 20_000 });
      await look(context, page, "health-well", '[data-testid="acquiring-health"]');
    },
  },
];
