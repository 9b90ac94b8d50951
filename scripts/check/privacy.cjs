/** Personal data in the dashboard: nobody found, an export, refusals, a legal hold, an erasure, and what retention would remove. */
/* What runs inside the page: */
/* global document, navigator */
const fs = require("node:fs");
const { DRAWER, look, openDashboard } = require("./dashboard.cjs");
const { told } = require("./link-steps.cjs");

const PRIVACY = "/admin/acquiring/privacy";
const PAGE = '[data-testid="acquiring-privacy"]';
const PERSON = '[data-testid="acquiring-person"]';
const HOLDS = '[data-testid="acquiring-holds"]';
const HOLD_DRAWER = '[data-testid="acquiring-hold-drawer"]';
const PAYMENT_DRAWER = '[data-testid="acquiring-payment-drawer"]';
const WIDTHS = [1280, 390];
const EMAIL = "erika.loewe@example.test";
const CARD = "4111111111111111";

const NONE = { due: 0, oldest: null, on_hold: 0 };
const RETENTION = [
  { kind: "inbox", days: 90, due: 1_234, oldest: "2026-05-02T10:00:00.000Z", on_hold: 17 },
  { kind: "redirects", days: 30, ...NONE },
  { kind: "notes", days: null, ...NONE },
  { kind: "links", days: null, ...NONE },
  { kind: "removed_cards", days: null, ...NONE },
];

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
const people = (context, body) => context.admin(`${PRIVACY}/people`, body);
const found = (context) => people(context, { action: "find", email: EMAIL });
const place = (context) => {
  const hold = { action: "place", subject_kind: "email", subject: EMAIL, reason: "Lawsuit 12" };
  return context.admin(`${PRIVACY}/holds`, hold);
};
const release = (context, { id }) => context.admin(`${PRIVACY}/holds`, { action: "release", id });

async function openPrivacy(context, page) {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/privacy`);
  const part = page.locator(PAGE);
  await part.waitFor({ timeout: 30_000 });
  return part;
}

/** With the keyboard. */
async function search(part, who) {
  await part.getByTestId("acquiring-field-person").fill(who);
  await part.getByTestId("acquiring-field-person").press("Enter");
}

/** An authorised order of a customer whom no other journey knows. */
async function orderOf(context) {
  const cart = await context.checkout("tall-vase", 1, 0, EMAIL);
  await context.pay(cart, CARD);
  const done = await context.complete(cart);
  context.expectSame("an order", done.type, "order");
}

async function tryEmptyPage(context, page) {
  const empty = { holds: [], retention: RETENTION.map((each) => ({ ...each, ...NONE })) };
  await page.route(`**${PRIVACY}`, (route) => route.fulfill({ json: empty }));
  const part = await openPrivacy(context, page);
  await part.getByText("Nothing is due now.").waitFor();
  await search(part, "erika.loewe");
  await part.getByTestId("acquiring-invalid-person").waitFor();
  await context.until("the field has the focus", async () => (await focused(page)) === "acquiring-field-person");
  await look(context, page, "privacy-wrong", PAGE, WIDTHS);
  await search(part, EMAIL);
  await part.getByTestId("acquiring-person-nothing").waitFor();
  await look(context, page, "privacy-nothing", PAGE, WIDTHS);
  await page.unroute(`**${PRIVACY}`);
}

/** The authorised payment prevents an erasure until it is captured, beside the page. */
async function tryBlocked(context, page, part) {
  const blocker = part.getByTestId("acquiring-blocker");
  await blocker.filter({ hasText: "is authorised. Capture or void it." }).waitFor();
  await look(context, page, "privacy-blocked", PERSON, WIDTHS);
  const erase = part.getByTestId("acquiring-erase");
  context.expectSame("off", await erase.getAttribute("aria-disabled"), "true");
  await erase.click({ force: true });
  context.expectSame("no drawer", await page.locator(DRAWER).count(), 0);
  await people(context, { action: "erase", email: EMAIL, reason: "Asked by letter." }).then(
    () => context.expectSame("refused", false, true),
    (error) => context.expectSame("refused", /is authorised\. Capture or void it first/.test(error.message), true),
  );
  await blocker.getByTestId("acquiring-blocker-payment").first().click();
  const payment = page.locator(PAYMENT_DRAWER);
  await payment.getByTestId("acquiring-capture").click();
  await page.getByTestId("acquiring-confirm").dblclick();
  await told(page, "Captured: €100.00");
  await page.locator(DRAWER).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await payment.waitFor({ state: "detached" });
  await context.until("nothing is open", async () => (await found(context)).blockers.length === 0);
  await part.getByTestId("acquiring-person-find").click();
  await blocker.first().waitFor({ state: "detached" });
}

async function tryExport(context, page, part) {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 30_000 }),
    part.getByTestId("acquiring-export").dblclick(),
  ]);
  const name = file.suggestedFilename();
  context.expectSame("named after the day", /^personal-data-\d{4}-\d\d-\d\d\.json$/.test(name), true);
  const text = fs.readFileSync(await file.path(), "utf8");
  context.expectSame("whose", JSON.parse(text).emails, [EMAIL]);
  context.expectSame("a payment", JSON.parse(text).sections.payments.length, 1);
  context.expectSame("a card number", text.includes(CARD), false);
  await told(page, `Saved as ${name}.`);
}

/** Placed in the dashboard, it prevents an erasure; released there, it does not any more. */
async function tryHold(context, page, part) {
  await part.getByTestId("acquiring-hold-place").click();
  const drawer = page.locator(HOLD_DRAWER);
  const subject = drawer.getByTestId("acquiring-field-subject");
  context.expectSame("begins with the person", await subject.inputValue(), EMAIL);
  await page.getByTestId("acquiring-hold-save").click();
  await drawer.getByTestId("acquiring-invalid-reason").waitFor();
  await context.until("the field has the focus", async () => (await focused(page)) === "acquiring-field-reason");
  await drawer.getByTestId("acquiring-field-until").fill("2020-01-01");
  await page.getByTestId("acquiring-hold-save").click();
  await drawer.getByTestId("acquiring-invalid-until").waitFor();
  await look(context, page, "privacy-hold-drawer", HOLD_DRAWER, WIDTHS);
  await drawer.getByTestId("acquiring-field-reason").fill("Lawsuit 12");
  await drawer.getByTestId("acquiring-field-until").fill(`${new Date().getFullYear() + 2}-06-30`);
  await page.getByTestId("acquiring-hold-save").dblclick();
  await told(page, "Legal hold placed.");
  await drawer.waitFor({ state: "detached" });
  context.expectSame("placed once", (await context.admin(PRIVACY)).holds.length, 1);
  await part.getByTestId("acquiring-blocker").filter({ hasText: "Lawsuit 12" }).waitFor({ timeout: 15_000 });
  await part.getByTestId("acquiring-hold").getByText(EMAIL).waitFor();
  await look(context, page, "privacy-held", PERSON, WIDTHS);
  await look(context, page, "privacy-holds", HOLDS, WIDTHS);
  await part.getByTestId("acquiring-hold").getByTestId("acquiring-hold-release").click();
  const question = page.getByRole("alertdialog");
  await question.getByText("The data can be erased again").waitFor();
  await context.shot(page, "privacy-release");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await part.getByTestId("acquiring-blocker").getByTestId("acquiring-hold-release").click();
  await question.getByRole("button", { name: "Release" }).click();
  await told(page, "Legal hold released.");
  await part.getByTestId("acquiring-blocker").waitFor({ state: "detached", timeout: 15_000 });
  context.expectSame("released", (await context.admin(PRIVACY)).holds, []);
}

/** A hold that somebody else places meanwhile refuses it; afterwards it is erased once, and the key is shown once. */
async function tryErasure(context, page, part) {
  await part.getByTestId("acquiring-erase").click();
  const drawer = page.locator(DRAWER);
  const confirm = page.getByTestId("acquiring-confirm");
  await drawer.waitFor();
  context.expectSame("not before it is typed", await confirm.isDisabled(), true);
  await drawer.getByTestId("acquiring-field-reason").fill("Letter 20261128");
  await drawer.getByTestId("acquiring-invalid-reason").waitFor();
  await drawer.getByTestId("acquiring-field-confirm").fill("somebody.else@example.test");
  await drawer.getByTestId("acquiring-invalid-confirm").waitFor();
  await look(context, page, "privacy-erase-drawer", DRAWER, WIDTHS);
  await drawer.getByTestId("acquiring-field-reason").fill("Asked by letter.");
  context.expectSame("not for somebody else", await confirm.isDisabled(), true);
  await drawer.getByTestId("acquiring-field-confirm").fill(EMAIL.toUpperCase());
  const hold = await place(context);
  await confirm.click();
  await drawer.getByText("The erasure was refused").waitFor({ timeout: 15_000 });
  await look(context, page, "privacy-erase-refused", DRAWER, WIDTHS);
  await release(context, hold);
  await drawer.getByRole("button", { name: "Cancel" }).click();
  await drawer.waitFor({ state: "detached" });
  await part.getByTestId("acquiring-person-find").click();
  await part.getByTestId("acquiring-blocker").waitFor({ state: "detached", timeout: 15_000 });

  await part.getByTestId("acquiring-erase").click();
  await drawer.getByTestId("acquiring-field-reason").fill("Asked by letter.");
  await drawer.getByTestId("acquiring-field-confirm").fill(EMAIL);
  await confirm.dblclick();
  const key = page.getByTestId("acquiring-proof-key");
  await key.waitFor({ timeout: 15_000 });
  const proof = await key.inputValue();
  context.expectSame("a key", /^[0-9a-f]{64}$/.test(proof), true);
  await look(context, page, "privacy-erased", DRAWER, WIDTHS);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByTestId("acquiring-proof-key-copy").click();
  await told(page, "Proof key copied");
  context.expectSame("copied", await page.evaluate(() => navigator.clipboard.readText()), proof);
  await drawer.getByRole("button", { name: "Close" }).last().click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Close without the key?").waitFor();
  await context.shot(page, "privacy-key-question");
  await question.getByRole("button", { name: "Stay" }).click();
  await question.waitFor({ state: "detached" });
  context.expectSame("still shown", await key.inputValue(), proof);
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Close" }).click();
  await drawer.waitFor({ state: "detached" });
  await part.getByTestId("acquiring-erase-off").getByText("Nothing is left to erase.").waitFor({ timeout: 15_000 });
  context.expectSame("off", await part.getByTestId("acquiring-erase").getAttribute("aria-disabled"), "true");
  context.expectSame("nothing is left", (await found(context)).to_erase, {});
  await look(context, page, "privacy-anonymous", PERSON, WIDTHS);
}

module.exports = [
  {
    name: "privacy: a person is found, exported, kept by a legal hold and erased, with a typed confirmation and a key that is shown once",
    run: async (context) => {
      const page = await openDashboard(context);
      await tryEmptyPage(context, page);
      await orderOf(context);
      await page.route(`**${PRIVACY}`, async (route) => {
        const answer = await route.fetch({ maxRetries: 2 });
        await route.fulfill({ response: answer, json: { ...(await answer.json()), retention: RETENTION } });
      });
      const part = await openPrivacy(context, page);
      await look(context, page, "privacy", PAGE, WIDTHS);
      await look(context, page, "privacy-retention", '[data-testid="acquiring-retention"]', WIDTHS);
      await search(part, EMAIL.toUpperCase());
      await page.locator(PERSON).waitFor({ timeout: 15_000 });
      await tryBlocked(context, page, part);
      await look(context, page, "privacy-found", PERSON, WIDTHS);
      await tryExport(context, page, part);
      await tryHold(context, page, part);
      await tryErasure(context, page, part);
    },
  },
];
