/** The notifications in the dashboard: roles edited, refused and removed, tests sent, and a setting saved by someone else. */
/* What runs inside the page: */
/* global document, localStorage */
const { look, openDashboard } = require("./dashboard.cjs");

const WIDTHS = [1280, 390];
const SETTINGS = "/admin/acquiring/notifications";
const PAGE = '[data-testid="acquiring-notifications"]';
const DRAWER = '[data-testid="acquiring-role-drawer"]';
const BELL_DRAWER = '[data-testid="acquiring-bell-drawer"]';
const ACCEPTED = '[data-testid="acquiring-test-result"][data-accepted="true"]';

const FINANCE = {
  ...{ id: "finance", name: "Finance", topics: ["dispute"], emails: ["finance@example.test"], webhooks: [] },
  ...{ language: "en", time_zone: "Europe/Berlin", daily_at: null, quiet: null },
};

async function save(context, change) {
  const { version, bell, roles } = await context.admin(SETTINGS);
  return context.admin(SETTINGS, { version, bell, roles, ...change });
}

/** With these roles; afterwards the settings are as before. */
async function withRoles(context, roles, work) {
  const before = await context.admin(SETTINGS);
  await save(context, { roles });
  try {
    await work();
  } finally {
    await save(context, { bell: before.bell, roles: before.roles });
  }
}

async function openNotifications(context, page) {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/notifications`);
  const part = page.locator(PAGE);
  await part.waitFor({ timeout: 30_000 });
  return part;
}

const told = (page, text) => page.locator("[data-sonner-toast]").filter({ hasText: text }).waitFor({ timeout: 15_000 });
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
const saveDrawer = (page) => page.getByTestId("acquiring-notifications-save").click();

/** What the dashboard's own bell shows first. */
const newestInBell = async (context) =>
  (await context.admin("/admin/notifications?channel=feed&limit=1&order=-created_at")).notifications[0];

/** Answers of this address are changed on their way to the page. */
const changeAnswers = (page, address, change) =>
  page.route(address, async (route) => {
    const answer = await route.fetch({ maxRetries: 2 });
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });

const LONG = "finance-and-accounting-of-the-whole-group-of-companies@mail.example.test";
const MESSAGE = { role_id: "finance", channel: "email", recipient: LONG, items: 3, problem: null, sent_at: null };
const messages = (now) =>
  [
    { ...MESSAGE, status: "waiting", title: "Capture of €1,250.00 for order #1042 declined" },
    { ...MESSAGE, status: "failed", title: "Dispute", problem: `550 5.1.1 ${"unknown mailbox ".repeat(20)}` },
    { ...MESSAGE, status: "sent", title: "Disputes", role_id: "removed", channel: "webhook", recipient: "chat" },
    { ...MESSAGE, status: "sent", title: "Payment declined", role_id: null, channel: "bell", recipient: null },
  ].map((one, index) => ({ ...one, id: `message_${index}`, created_at: now }));

module.exports = [
  {
    name: "notifications: a role is corrected, saved, changed and removed; a test of the bell arrives in the dashboard's bell",
    run: (context) =>
      withRoles(context, [], async () => {
        const page = await openDashboard(context);
        const part = await openNotifications(context, page);
        const bell = part.getByTestId("acquiring-bell");
        await bell.getByText("Every user of the dashboard sees these messages.").waitFor();
        await part.getByTestId("acquiring-no-roles").getByTestId("acquiring-role-add").waitFor();
        await look(context, page, "notifications-empty", PAGE, WIDTHS);

        await part.getByTestId("acquiring-role-add").click();
        const drawer = page.locator(DRAWER);
        await drawer.waitFor();
        await saveDrawer(page);
        await drawer.getByText("Enter an email address or choose a webhook.").waitFor();
        await drawer.getByText("Choose at least one topic.").waitFor();
        await context.until(
          "the first wrong field has the focus",
          async () => (await focused(page)) === "acquiring-field-name",
        );
        await look(context, page, "notifications-role-missing", DRAWER, WIDTHS);
        await drawer.getByTestId("acquiring-field-name").fill("Finance");
        await drawer.getByTestId("acquiring-check-topics-dispute").click();
        await drawer.getByTestId("acquiring-check-topics-operation_declined").click();
        const emails = drawer.getByTestId("acquiring-field-emails");
        await emails.fill("finance@example.test\nada@");
        await saveDrawer(page);
        await drawer.getByTestId("acquiring-invalid-emails").getByText("Not an email address: ada@").waitFor();
        await context.until(
          "the addresses have the focus",
          async () => (await focused(page)) === "acquiring-field-emails",
        );
        await look(context, page, "notifications-role-email", DRAWER, WIDTHS);
        await emails.fill("finance@example.test\nada@example.test");
        await drawer.getByTestId("acquiring-invalid-emails").waitFor({ state: "detached" });
        await drawer.getByTestId("acquiring-field-time_zone").selectOption("Europe/Berlin");
        await drawer.getByTestId("acquiring-field-delivery").selectOption("daily");
        await drawer.getByTestId("acquiring-field-daily_at").fill("07:15");
        const { version } = await context.admin(SETTINGS);
        await page.getByTestId("acquiring-notifications-save").dblclick();
        await told(page, "Notification settings saved.");
        await drawer.waitFor({ state: "detached" });
        const row = part.getByTestId("acquiring-role");
        await row.getByText("ada@example.test").waitFor();
        await row.getByText(/^Once a day at 7:15\sAM \(Europe\/Berlin\)$/).waitFor();
        await look(context, page, "notifications-role", PAGE, WIDTHS);
        const saved = await context.admin(SETTINGS);
        context.expectSame(
          "saved once",
          [saved.version - version, saved.roles.map(({ topics, daily_at: at }) => [topics, at])],
          [1, [[["operation_declined", "dispute"], "07:15"]]],
        );

        await row.getByTestId("acquiring-role-edit").click();
        await drawer.getByTestId("acquiring-check-quiet").click();
        await drawer.getByTestId("acquiring-field-from").fill("22:00");
        await drawer.getByTestId("acquiring-field-until").fill("22:00");
        await saveDrawer(page);
        await drawer.getByTestId("acquiring-invalid-until").waitFor();
        await look(context, page, "notifications-quiet", DRAWER, WIDTHS);
        await drawer.getByTestId("acquiring-field-until").fill("06:30");
        await drawer.getByTestId("acquiring-field-delivery").selectOption("now");
        await saveDrawer(page);
        await drawer.waitFor({ state: "detached" });
        await row
          .getByText(/^Immediately; no messages from 10:00\sPM to 6:30\sAM \(Europe\/Berlin\)$/)
          .waitFor({ timeout: 15_000 });

        await row.getByTestId("acquiring-notifications-test").click();
        await row.locator(ACCEPTED).nth(1).waitFor({ timeout: 15_000 });
        const before = await newestInBell(context);
        await bell.getByTestId("acquiring-notifications-test").click();
        await bell.locator(ACCEPTED).waitFor({ timeout: 15_000 });
        await look(context, page, "notifications-tested-full", PAGE, WIDTHS);
        const newest = await newestInBell(context);
        context.expectSame("a new message in the bell", newest !== undefined && newest.id !== before?.id, true);
        // Medusa's button has no name; nothing of the page below opens a dialog by such a button.
        await page.locator('button[aria-haspopup="dialog"]:visible').last().click();
        const shown = page.getByRole("dialog", { name: "Notifications" });
        await shown.getByText(newest.data.title, { exact: true }).first().waitFor({ timeout: 15_000 });
        await context.shot(page, "notifications-medusa-bell");
        await page.keyboard.press("Escape");
        await shown.waitFor({ state: "detached" });

        await row.getByTestId("acquiring-role-remove").click();
        const question = page.getByRole("alertdialog");
        await question.getByRole("button", { name: "Cancel" }).click();
        context.expectSame("asked first", (await context.admin(SETTINGS)).roles.length, 1);
        await row.getByTestId("acquiring-role-remove").click();
        await question.getByRole("button", { name: "Remove" }).click();
        await told(page, "Role removed.");
        await part.getByTestId("acquiring-no-roles").waitFor();
        context.expectSame("roles left", (await context.admin(SETTINGS)).roles, []);
        context.expectSame(
          "errors",
          page.problems.filter((text) => /notifications/i.test(text)),
          [],
        );
      }),
  },
  {
    name: "notifications: what someone else saved meanwhile is kept, and so are the own entries; the bell's topics are changed",
    run: (context) =>
      withRoles(context, [FINANCE], async () => {
        const page = await openDashboard(context);
        const part = await openNotifications(context, page);
        await part.getByTestId("acquiring-role-edit").click();
        const drawer = page.locator(DRAWER);
        const emails = drawer.getByTestId("acquiring-field-emails");
        await emails.fill("grace@example.test");
        const others = { ...FINANCE, id: "support", name: "Customer service", topics: ["held"] };
        await save(context, { roles: [FINANCE, others] });
        await saveDrawer(page);
        const newer = drawer.getByTestId("acquiring-notifications-newer");
        await newer.getByText("Saving adds them to the new version.").waitFor({ timeout: 15_000 });
        context.expectSame("the entries", await emails.inputValue(), "grace@example.test");
        await look(context, page, "notifications-newer", DRAWER, WIDTHS);
        await save(context, { roles: [{ ...FINANCE, name: "Accounting" }, others] });
        await saveDrawer(page);
        await newer.getByText("saving replaces that change").waitFor({ timeout: 15_000 });
        await saveDrawer(page);
        await told(page, "Notification settings saved.");
        const { roles } = await context.admin(SETTINGS);
        context.expectSame(
          "roles",
          roles.map(({ name, emails: to }) => [name, to]),
          [
            ["Finance", ["grace@example.test"]],
            ["Customer service", ["finance@example.test"]],
          ],
        );

        await part.getByTestId("acquiring-bell-edit").click();
        const bell = page.locator(BELL_DRAWER);
        const chosen = bell.getByRole("checkbox", { checked: true });
        while ((await chosen.count()) > 0) await chosen.first().click();
        await bell.getByTestId("acquiring-field-language").selectOption("fr");
        await look(context, page, "notifications-bell", BELL_DRAWER, WIDTHS);
        await saveDrawer(page);
        await bell.waitFor({ state: "detached" });
        await part.getByTestId("acquiring-bell").getByText("None. Nothing is shown.").waitFor();
        context.expectSame("the bell", (await context.admin(SETTINGS)).bell, { topics: [], language: "fr" });
      }),
  },
  {
    name: "notifications: a store without providers, messages that were not accepted, a reader, and a German reader",
    run: (context) =>
      withRoles(context, [{ ...FINANCE, emails: [LONG] }], async () => {
        const page = await openDashboard(context);
        await changeAnswers(page, `**${SETTINGS}`, (answer) => ({
          ...answer,
          bell: { ...answer.bell, topics: ["held"] },
          channels: { bell: false, email: false },
          webhooks: ["chat"],
          roles: answer.roles.map((role) => ({ ...role, webhooks: ["chat", "former"] })),
          messages: messages(new Date().toISOString()),
          customer_emails: answer.customer_emails.map((each, place) => ({
            ...each,
            ...(place === 0 ? { sent: 1_234, waiting: 2, problem: "550 The mailbox of the customer is full." } : {}),
          })),
        }));
        const part = await openNotifications(context, page);
        await part.getByTestId("acquiring-bell-no-provider").waitFor();
        await part.getByTestId("acquiring-role-no-provider").waitFor();
        await part.getByTestId("acquiring-role-missing-webhooks").getByText("former").waitFor();
        context.expectSame("messages", await part.getByTestId("acquiring-message").count(), 4);
        await look(context, page, "notifications-problems-full", PAGE, WIDTHS);
        const emails = '[data-testid="acquiring-customer-emails"]';
        await page.locator(emails).getByText("550 The mailbox of the customer is full.").waitFor();
        context.expectSame(
          "switched on in the demo",
          await page.locator(emails).getByText("On", { exact: true }).count(),
          4,
        );
        await look(context, page, "customer-emails", emails, WIDTHS);
        await part.getByTestId("acquiring-role-edit").click();
        await page.locator(DRAWER).getByTestId("acquiring-check-webhooks-former").waitFor();
        await look(context, page, "notifications-webhooks", DRAWER, WIDTHS);

        await changeAnswers(page, "**/admin/acquiring/access", (answer) => ({ ...answer, permissions: ["read"] }));
        const reading = await openNotifications(context, page);
        await reading.getByTestId("acquiring-notifications-read-only").waitFor();
        context.expectSame("buttons", await reading.getByRole("button").count(), 0);
        await look(context, page, "notifications-read-only", PAGE, WIDTHS);
        await page.unroute("**/admin/acquiring/access");
        await page.evaluate(() => {
          localStorage.setItem("lng", "de");
          document.cookie = "lng=de; path=/";
        });
        const german = await openNotifications(context, page);
        await german.getByText("Glocke im Dashboard").first().waitFor();
        await look(context, page, "notifications-german", PAGE, WIDTHS);
      }),
  },
];
