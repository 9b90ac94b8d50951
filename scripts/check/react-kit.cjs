/**
 * Checks the React components in a real browser, in every state, with a scripted store: customer actions by mouse and
 * by keyboard alone, axe-core (left-to-right and right-to-left), console errors, under a strict
 * Content-Security-Policy. `node scripts/check/react-kit.cjs [part of a name]`; CHECK_PICTURES names a folder for
 * screenshots.
 */
/* What runs inside the page: */
/* global document, Event, innerWidth, navigator, localStorage, sessionStorage, dispatchEvent, PageTransitionEvent */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { closePages, openBrowser } = require("../chromium.cjs");

const root = path.join(__dirname, "../..");
const kit = "scripts/check/react-kit";
const AXE = require.resolve("axe-core/axe.min.js");
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: https:; frame-src 'self'; base-uri 'none'; form-action 'none'";
const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } };

async function serve(outDir) {
  const { build, preview } = await import("vite");
  const common = { root, configFile: false, logLevel: "error" };
  const input = ["index", "away"].map((name) => path.join(root, kit, `${name}.html`));
  await build({
    ...common,
    mode: "development",
    define: { "process.env.NODE_ENV": '"development"' },
    build: { outDir, emptyOutDir: true, minify: false, modulePreload: { polyfill: false }, rollupOptions: { input } },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0, headers: { "content-security-policy": POLICY } },
  });
  const { port } = server.httpServer.address();
  return { address: `http://127.0.0.1:${port}/${kit}`, close: () => server.close() };
}

function createContext(browser, address) {
  const open = async (query = "", { size = "wide", suffix = "" } = {}) => {
    const context = await browser.newContext({ viewport: SIZES[size], reducedMotion: "reduce" });
    const page = await context.newPage();
    page.problems = [];
    page.infos = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) page.problems.push(message.text());
      if (message.type() === "info") page.infos.push(message.text());
    });
    await page.goto(`${address}/index.html?${query}${suffix}`);
    return page;
  };
  const violations = async (page) => {
    await page.evaluate(fs.readFileSync(AXE, "utf8"));
    const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { iframes: false }));
    return found.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(" ")}`);
  };
  const same = (what, actual, expected) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  };
  const shot = async (page, name) => {
    const folder = process.env.CHECK_PICTURES;
    if (!folder) return;
    fs.mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  };
  const completed = (page) => page.evaluate(() => globalThis.kit.completed.length);
  const payments = (page) =>
    page.evaluate(() =>
      globalThis.kit.asked.filter(({ path: asked }) => asked.endsWith("/payments")).map(({ body }) => body),
    );
  const until = async (what, read) => {
    const end = Date.now() + 10_000;
    for (;;) {
      if (await read()) return;
      if (Date.now() > end) throw new Error(`Timed out: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { open, violations, same, shot, completed, payments, until };
}

const field = (page, name) => page.getByLabel(name, { exact: true });

async function fillCard(page, number = "4111111111111111") {
  await page.getByLabel("Card number").pressSequentially(number);
  await page.getByLabel(/^Expiry/).pressSequentially("1239");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ada Lovelace");
}
const pay = (page) => page.locator(".acq-button-pay");
const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("autocomplete") ?? element?.className ?? "";
  });

const askToEnd = (page) => page.locator(".acq-end-button").click();

/** Every state and how to reach it; each gets axe, console check and screenshot in both directions. */
const STATES = {
  loading: { query: "methods=hang", ready: ".acq-skeleton" },
  empty: { query: "methods=none", ready: ".acq-panel-plain" },
  failed: { query: "methods=broken", ready: ".acq-panel-error", mayFail: true },
  methods: { query: "heading=1", ready: ".acq-choices" },
  instalments: { query: "methods=plans", ready: ".acq-plans" },
  "single-card": { query: "methods=card&heading=1", ready: ".acq-choice-single" },
  "saved-cards-first": { query: "saved=1", ready: ".acq-choices" },
  "wrong-fields": { query: "", act: (page) => pay(page).click(), ready: '[aria-invalid="true"]' },
  bank: { query: "", act: (page) => page.getByText("iDEAL").first().click(), ready: ".acq-control-select" },
  voucher: { query: "", act: (page) => page.getByText("Boleto").first().click(), ready: 'input[type="date"]' },
  paying: { query: "pay=hang", act: payCard, ready: '[aria-busy="true"].acq-button-pay' },
  checking: { query: "pay=checking", act: payCard, ready: ".acq-panel-busy" },
  unknown: { query: "pay=stuck", act: payCard, ready: ".acq-panel-wait" },
  declined: { query: "pay=declined", act: payCard, ready: ".acq-notice-error" },
  cancelled: { query: "acquiring_return=cancelled", ready: ".acq-notice" },
  paid: { query: "pay=paid", act: payCard, ready: ".acq-panel-good" },
  pending: { query: "pay=pending", act: payCard, ready: ".acq-panel-wait" },
  frame: {
    query: "methods=checkout&pay=frame&presentation=iframe",
    act: (page) => pay(page).click(),
    ready: ".acq-frame-page",
  },
  dark: { query: "theme=dark&saved=1", act: (page) => page.locator(".acq-radio").nth(2).check(), ready: ".acq-row" },
  "dark-declined": { query: "theme=dark&pay=declined", act: payCard, ready: ".acq-notice-error" },
  "hosted-page": { query: "show=hosted&presentation=page", ready: ".acq-button-pay" },
  "hosted-frame": { query: "show=hosted&pay=frame", ready: ".acq-frame-page" },
  "account-cards": {
    query: "show=cards",
    act: (page) => page.locator(".acq-card button").first().click(),
    ready: ".acq-card-question",
  },
  "account-empty": { query: "show=cards&saved=none", ready: ".acq-panel-plain" },
  plan: { query: "show=plan", ready: ".acq-plan" },
  terms: { query: "methods=card&terms=1", ready: ".acq-terms a" },
  instructions: { query: "show=instructions&pay=voucher", ready: ".acq-instructions-link" },
  "instructions-details": {
    query: "show=instructions&pay=voucher&details=1&theme=dark",
    ready: ".acq-instructions-link",
  },
  "instructions-paid": { query: "show=instructions&pay=voucher-paid", act: showAgain, ready: ".acq-panel-good" },
  "instructions-expired": { query: "show=instructions&pay=voucher-expired", ready: ".acq-panel-plain" },
  "instructions-cancelled": { query: "show=instructions&pay=voucher-cancelled", ready: ".acq-panel-plain" },
  "instructions-failed": { query: "show=instructions&pay=voucher-broken", ready: ".acq-panel-error" },
  "pay-again": { query: "show=pay-again", ready: ".acq-fact" },
  "pay-again-open": {
    query: "show=pay-again",
    act: (page) => pay(page).click(),
    ready: ".acq-choices",
  },
  "pay-again-failed": { query: "show=pay-again&pay=owed-broken", ready: ".acq-panel-error", mayFail: true },
  "pay-again-parts": {
    query: "show=pay-again&pay=parts&methods=card",
    act: async (page) => {
      await pay(page).click();
      await page.locator('input[name="amount"]').fill("130");
      await pay(page).click();
    },
    ready: '[aria-invalid="true"]',
  },
  "pay-again-paid": { query: "show=pay-again&theme=dark&methods=card", act: payAgain, ready: ".acq-panel-good" },
  subscriptions: {
    query: "show=subscriptions",
    act: (page) => page.locator(".acq-charges summary").click(),
    ready: ".acq-charge a",
  },
  "subscriptions-none": { query: "show=subscriptions&subscriptions=none", ready: ".acq-panel-plain" },
  "subscriptions-question": { query: "show=subscriptions", act: askToEnd, ready: ".acq-question" },
  "subscriptions-refused": {
    query: "show=subscriptions&end=refused&theme=dark",
    act: async (page) => {
      await askToEnd(page);
      await page.locator(".acq-button-danger").click();
    },
    ready: ".acq-notice-error",
  },
};

/** As when the customer returns from another tab. */
async function showAgain(page) {
  await page.locator(".acq-instructions").waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** By autocomplete attribute, since labels depend on the language. */
async function payCard(page) {
  const values = {
    number: "4111111111111111",
    exp: "1239",
    csc: "123",
    name: "Ada Lovelace",
  };
  for (const [name, value] of Object.entries(values)) await page.locator(`[autocomplete="cc-${name}"]`).fill(value);
  await pay(page).click();
}

async function payAgain(page) {
  await pay(page).click();
  await payCard(page);
}

const looks = Object.entries(STATES).flatMap(([name, { query, act, ready, mayFail }]) =>
  ["", "&rtl=1"].map((suffix) => ({
    name: `${name}${suffix ? ", right to left" : ""}: no axe-core problem and no console message, at both widths`,
    run: async ({ open, violations, same, shot }) => {
      for (const size of Object.keys(SIZES)) {
        const page = await open(query, { size, suffix });
        await page.locator(".acq-root").waitFor();
        if (act) await act(page);
        await page.locator(ready).first().waitFor();
        same("axe-core", await violations(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        same("wider than the screen", wide, false);
        if (!mayFail) same("console", page.problems, []);
        await shot(page, `${name}-${suffix ? "rtl-" : ""}${size}`);
        await page.context().close();
      }
    },
  })),
);

const journeys = [
  {
    name: "a card is charged once, however often the button is pressed, and the shop is called once",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("");
      await fillCard(page);
      same("grouped", await page.getByLabel("Card number").inputValue(), "4111 1111 1111 1111");
      same("brand", await page.getByText("Visa", { exact: true }).count(), 1);
      same("expiry", await page.getByLabel(/^Expiry/).inputValue(), "12 / 39");
      same("button", await pay(page).innerText(), "Pay €128.00");
      await page.evaluate(() => {
        const form = document.querySelector("form");
        for (let time = 0; time < 5; time += 1) form.requestSubmit();
      });
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("payments", (await payments(page)).length, 1);
      same("storage", await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [
        0,
        0,
        "",
      ]);
      same("card left in the page", (await page.content()).includes("4111"), false);
      same("console", page.problems, []);
    },
  },
  {
    name: "invalid fields are marked, described and focused; an empty field shows no error before submit",
    run: async ({ open, same, payments }) => {
      const page = await open("");
      await page.getByLabel("Card number").focus();
      await page.keyboard.press("Tab");
      same("scolded", await page.locator('[aria-invalid="true"]').count(), 0);
      await page.getByLabel("Card number").fill("4111111111111112");
      await page.keyboard.press("Tab");
      same("wrong number", await page.getByLabel("Card number").getAttribute("aria-invalid"), "true");
      await page.getByLabel("Card number").fill("4111111111111111");
      same("right number", await page.getByLabel("Card number").getAttribute("aria-invalid"), null);
      await page.getByLabel("Card number").fill("");
      await pay(page).click();
      same("marked", await page.locator('[aria-invalid="true"]').count(), 4);
      same("focused", await focused(page), "cc-number");
      const described = await page.getByLabel("Card number").getAttribute("aria-describedby");
      same("described", await page.locator(`[id="${described}"]`).innerText(), "Enter the card number.");
      same("live", await page.locator(`[id="${described}"]`).getAttribute("aria-live"), "polite");
      same("payments", (await payments(page)).length, 0);
      await fillCard(page);
      await page.getByLabel(/^Expiry/).fill("0120");
      await pay(page).click();
      same("focused", await focused(page), "cc-exp");
    },
  },
  {
    name: "the caret stays where a digit is corrected in the middle of the number",
    run: async ({ open, same }) => {
      const page = await open("");
      const number = page.getByLabel("Card number");
      await number.pressSequentially("4111111111111111");
      await number.evaluate((input) => input.setSelectionRange(6, 6));
      await page.keyboard.press("Backspace");
      await page.keyboard.type("29");
      same("number", await number.inputValue(), "4111 2911 1111 1111 1");
      same("caret", await number.evaluate((input) => input.selectionStart), 7);
      await number.fill("378282246310005");
      same("grouping of another brand", await number.inputValue(), "3782 822463 10005");
    },
  },
  {
    name: "a declined card keeps the form without its code, says so neutrally, and the next try pays",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("pay=declined");
      await fillCard(page);
      await pay(page).click();
      await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      same("number", await page.getByLabel("Card number").inputValue(), "4111 1111 1111 1111");
      same("code", await page.getByLabel("Security code").inputValue(), "");
      same("focused", await focused(page), "acq-notice acq-notice-error");
      same("marked", await page.locator('[aria-invalid="true"]').count(), 0);
      await page.getByLabel("Security code").fill("321");
      await pay(page).click();
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("payments", (await payments(page)).length, 2);
    },
  },
  {
    name: "an unknown outcome is polled until it is known",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("pay=checking");
      await fillCard(page);
      await pay(page).click();
      await page.getByRole("status").filter({ hasText: "checking your payment" }).waitFor();
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("payments", (await payments(page)).length, 1);
    },
  },
  {
    name: "a payment whose answer was lost is never sent again; its status is shown",
    run: async ({ open, same, payments }) => {
      const page = await open("pay=lost");
      await fillCard(page);
      await pay(page).click();
      await page.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      same("payments", (await payments(page)).length, 1);
    },
  },
  {
    name: "if the outcome is unknown after a long wait, the customer can check again but not pay again",
    run: async ({ open, same, payments }) => {
      const page = await open("pay=stuck");
      await fillCard(page);
      await pay(page).click();
      await page.locator(".acq-panel-wait").waitFor();
      same("pay button", await pay(page).count(), 0);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.locator(".acq-panel-wait").waitFor();
      same("payments", (await payments(page)).length, 1);
    },
  },
  {
    name: "a changed total is shown, and the next try starts a new session",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("pay=amount");
      await fillCard(page);
      await pay(page).click();
      await page.getByRole("alert").filter({ hasText: "The amount has changed" }).waitFor();
      await page.getByLabel("Security code").fill("123");
      await pay(page).click();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same(
        "sessions",
        (await payments(page)).map(({ session_id }) => session_id),
        ["ps_1", "ps_2"],
      );
      same("errors", await page.evaluate(() => globalThis.kit.errors), ["amount_changed"]);
    },
  },
  {
    name: "instalments are chosen with their monthly amount, by keyboard too, and belong to one method",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("methods=plans&pay=plan-gone");
      const plans = page.getByRole("group", { name: "Instalments" }).getByRole("radio");
      await plans.first().waitFor();
      same("names", await page.locator(".acq-plans .acq-check").allInnerTexts(), [
        "1 × €128.00",
        "4 × €32.00 every month",
        "12 × €10.66 every month\n11 × €10.66 + 1 × €10.74",
      ]);
      same("chosen", await page.locator(".acq-plans input:checked").getAttribute("value"), "");
      await plans.first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await fillCard(page);
      const lists = () =>
        page.evaluate(
          () => globalThis.kit.asked.filter(({ path: asked }) => asked.endsWith("/payment-methods")).length,
        );
      const before = await lists();
      await pay(page).click();
      await until("the list is read again", async () => (await lists()) > before);
      await page.getByRole("alert").filter({ hasText: "no longer available" }).waitFor();
      await page.getByLabel("4 × €32.00 every month").check();
      await page.getByLabel("Security code").fill("123");
      await pay(page).click();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same(
        "sent",
        (await payments(page)).map(({ instalments }) => instalments),
        [
          { plan: "card-12", count: 12, monthly_amount: "10.66" },
          { plan: "card-4", count: 4, monthly_amount: "32.00" },
        ],
      );
      const other = await open("methods=plans&pay=redirect");
      await other.getByLabel("4 × €32.00 every month").check();
      await other.locator('.acq-radio[value="checkout"]').check();
      same("plans of the other method", await other.locator(".acq-plans").count(), 0);
      await pay(other).click();
      await until("the request", async () => other.url().includes("away") || (await payments(other)).length === 1);
    },
  },
  {
    name: "a field refused by the server is marked and focused",
    run: async ({ open, same }) => {
      const page = await open("pay=refused");
      await fillCard(page);
      await pay(page).click();
      await page.getByText("This card number isn't valid.").waitFor();
      same("focused", await focused(page), "cc-number");
    },
  },
  {
    name: "a card is paid with the keyboard alone, and another method is chosen with the arrow keys",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("");
      await page.locator(".acq-choices").waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      same("chosen", await page.locator(".acq-radio:checked").getAttribute("value"), "apm:ideal");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      for (const value of ["4111111111111111", "1239", "123", "Ada Lovelace"]) {
        await page.keyboard.press("Tab");
        await page.keyboard.type(value);
      }
      await page.keyboard.press("Enter");
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("payments", (await payments(page)).length, 1);
    },
  },
  {
    name: "a saved card is first and pays with its code; one that needs none pays at once",
    run: async ({ open, same, payments, until, completed }) => {
      const page = await open("saved=1");
      await page.locator(".acq-choices").waitFor();
      same("first", await page.locator(".acq-choice-name").first().innerText(), "Visa ending in 1111\nExpires 12/39");
      await pay(page).click();
      same("focused", await focused(page), "cc-csc");
      await page.getByText("Mastercard ending in 4444").click();
      await pay(page).click();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("method", (await payments(page))[0].method, { type: "saved_card", id: "sc_2" });
    },
  },
  {
    name: "a new card is saved only if the customer ticks the box, which guests do not see",
    run: async ({ open, same, payments, until, completed }) => {
      const guest = await open("");
      await guest.locator(".acq-choices").waitFor();
      same("box for a guest", await guest.getByRole("checkbox").count(), 0);
      const page = await open("saved=1");
      await page.getByText("Card", { exact: true }).click();
      same("ticked", await page.getByRole("checkbox").isChecked(), false);
      await page.getByRole("checkbox").check();
      await fillCard(page);
      await pay(page).click();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("save", (await payments(page))[0].method.save, true);
    },
  },
  {
    name: "an alternative method asks for its bank and its fields, with the right keyboards",
    run: async ({ open, same, payments, until, completed }) => {
      const page = await open("");
      await page.getByText("Boleto").first().click();
      await page.getByText("pay later").or(page.locator(".acq-hint")).first().waitFor();
      same("e-mail", await field(page, "E-mail").getAttribute("type"), "email");
      same("birth date", await field(page, "Date of birth").getAttribute("type"), "date");
      same("phone", await field(page, "Phone number").getAttribute("type"), "tel");
      await pay(page).click();
      same("marked", await page.locator('[aria-invalid="true"]').count(), 4);
      await page.getByText("iDEAL").first().click();
      await page.getByRole("combobox").selectOption("B");
      await pay(page).click();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("method", (await payments(page))[0].method, { type: "apm", method: "ideal", bank_code: "B" });
    },
  },
  {
    name: "the gateway's page is shown in an iframe, and its end completes the payment once",
    run: async ({ open, same, completed, until }) => {
      const page = await open("methods=checkout&pay=frame&presentation=iframe");
      await pay(page).click();
      same("title", await page.locator("iframe").getAttribute("title"), "Secure card payment");
      await page.frameLocator("iframe").locator("#end").click();
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
    },
  },
  {
    name: "the status of an iframe whose message never comes is requested from the store",
    run: async ({ open, completed, until }) => {
      const page = await open("methods=checkout&pay=frame_silent&presentation=iframe");
      await pay(page).click();
      await page.locator("iframe").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
    },
  },
  {
    name: "a cancelled page in an iframe leaves the cart payable",
    run: async ({ open, same, completed }) => {
      const page = await open("show=hosted&pay=frame_cancelled");
      await page.frameLocator("iframe").locator("#end").click();
      await page.getByRole("alert").filter({ hasText: "cancelled" }).waitFor();
      same("completed", await completed(page), 0);
      same("button", await pay(page).count(), 1);
    },
  },
  {
    name: "after a redirect, Back makes the element usable again and says that the payment was not finished",
    run: async ({ open, same }) => {
      const page = await open("pay=redirect");
      await page.getByText("Card (on the payment provider's page)").click();
      await pay(page).click();
      await page.waitForURL(/away\.html/);
      await page.goBack();
      await page.locator(".acq-form").waitFor();
      same("usable", await pay(page).isEnabled(), true);
      // As from the back/forward cache: the page is shown as it was left.
      const kept = await open("pay=redirect");
      await kept.evaluate(() => globalThis.addEventListener("beforeunload", () => undefined));
      await kept.route(/away\.html/, (route) => route.fulfill({ status: 204 }));
      await kept.getByText("Card (on the payment provider's page)").click();
      await pay(kept).click();
      await kept.getByRole("button", { name: "Continue" }).waitFor();
      await kept.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
      await kept.getByRole("alert").filter({ hasText: "cancelled" }).waitFor();
      same("usable", await pay(kept).isEnabled(), true);
    },
  },
  {
    name: "a returning customer's payment is followed to the end, once, and the URL loses the token",
    run: async ({ open, same, completed, until }) => {
      const page = await open("acquiring_return=captured");
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("address", page.url().includes("acquiring_return"), false);
      const asked = await page.evaluate(
        () => globalThis.kit.asked.filter(({ path: at }) => at.endsWith("/payment-return")).length,
      );
      same("asked", asked, 1);
      const checking = await open("acquiring_return=checking&pay=checking");
      await checking.locator(".acq-panel-good").waitFor();
      const declined = await open("acquiring_return=declined");
      await declined.getByRole("alert").filter({ hasText: "not approved" }).waitFor();
      same("completed", await completed(declined), 0);
    },
  },
  {
    name: "a return that is still checked is followed after the element was mounted anew, and completed once",
    run: async ({ open, same, completed, until }) => {
      const page = await open("acquiring_return=checking&pay=checking-long");
      const polled = () =>
        page.evaluate(() => globalThis.kit.asked.filter(({ path: at }) => at.endsWith("/payment-status")).length);
      await until("it is checked", async () => (await polled()) > 0);
      await page.evaluate(() => globalThis.kit.remount());
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      await page.evaluate(() => globalThis.kit.remount());
      await page.locator(".acq-choices").waitFor();
      same("completed", await completed(page), 1);
    },
  },
  {
    name: "a payment is still checked after React ended and restarted the effects of the element",
    run: async ({ open, same, completed, payments, until }) => {
      const page = await open("pay=checking-long");
      await fillCard(page);
      await pay(page).click();
      await page.locator(".acq-panel-busy").waitFor();
      await page.evaluate(() => globalThis.kit.refresh());
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("payments", (await payments(page)).length, 1);
      same("errors", await page.evaluate(() => globalThis.kit.errors), []);
    },
  },
  {
    name: "a hosted page that the server refuses says why, in Strict Mode too",
    run: async ({ open, same, payments }) => {
      const page = await open("show=hosted&pay=not-set-up");
      await page.locator(".acq-notice-error").waitFor();
      same("errors", await page.evaluate(() => globalThis.kit.errors), ["return_address_not_allowed"]);
      same("payments", (await payments(page)).length, 1);
    },
  },
  {
    name: "the hook of a return page polls until the outcome is known, and again after a long wait",
    run: async ({ open, until }) => {
      const page = await open("show=returned&acquiring_return=checking&pay=checking-long");
      await page.locator("#returned", { hasText: "working checking" }).waitFor();
      await page.locator("#returned", { hasText: "done captured" }).waitFor();
      const stuck = await open("show=returned&acquiring_return=checking&pay=stuck");
      await stuck.locator("#returned", { hasText: "done checking" }).waitFor();
      const polled = () =>
        stuck.evaluate(() => globalThis.kit.asked.filter(({ path: at }) => at.endsWith("/payment-status")).length);
      const before = await polled();
      await stuck.locator("#returned").click();
      await until("it is polled again", async () => (await polled()) > before);
      await stuck.locator("#returned", { hasText: "done checking" }).waitFor();
    },
  },
  {
    name: "a return is shown although the shop created another client while it was read",
    run: async ({ open, same, completed, until }) => {
      const page = await open("acquiring_return=hanging");
      const reads = () =>
        page.evaluate(() => globalThis.kit.asked.filter(({ path: at }) => at.endsWith("/payment-return")).length);
      await until("it is read", async () => (await reads()) === 1);
      await page.evaluate(() => globalThis.kit.login());
      await page.locator(".acq-panel-busy").waitFor();
      await page.evaluate(() => dispatchEvent(new Event("kit:release")));
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("read", await reads(), 1);
    },
  },
  {
    name: "the return of another browser's cart shows its payment and completes nothing",
    run: async ({ open, same, completed }) => {
      const page = await open("acquiring_return=captured&pay=other-cart");
      await page.locator(".acq-panel-good").waitFor();
      same("completed", await completed(page), 0);
    },
  },
  {
    name: "the return to this cart after a lost login completes it, once it is known whose it is",
    run: async ({ open, same, completed, until }) => {
      const page = await open("acquiring_return=captured&pay=lost-login");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.locator(".acq-panel-good").waitFor();
      await until("the shop heard", async () => (await completed(page)) === 1);
      same("errors", await page.evaluate(() => globalThis.kit.errors), ["not_loaded"]);
    },
  },
  {
    name: "a return whose answer was lost can be retried",
    run: async ({ open, same, completed, until }) => {
      const page = await open("acquiring_return=broken");
      await page.getByRole("button", { name: "Try again" }).click();
      await until("the shop heard", async () => (await completed(page)) === 1);
      const keys = await page.evaluate(() =>
        globalThis.kit.asked.filter(({ path: at }) => at.endsWith("/payment-return")).map(({ body }) => body.key),
      );
      same("requests, keys and their length", [keys.length, new Set(keys).size, keys[0].length], [2, 1, 32]);
    },
  },
  {
    name: "a forged return is refused with a message, and the cart can be paid",
    run: async ({ open, same, completed, until }) => {
      const page = await open("acquiring_return=forged");
      await page.getByRole("alert").filter({ hasText: "could not be found" }).waitFor();
      same("completed", await completed(page), 0);
      await payCard(page);
      await until("the shop heard", async () => (await completed(page)) === 1);
    },
  },
  {
    name: "methods that could not be loaded are loaded again; none at all is explained to the developer once",
    run: async ({ open, same }) => {
      const page = await open("methods=broken");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.locator(".acq-choices").waitFor();
      const empty = await open("methods=none");
      await empty.locator(".acq-panel-plain").waitFor();
      same("explained", empty.infos.filter((text) => text.includes("no payment method is set up")).length, 1);
    },
  },
  {
    name: "a saved card is removed after a confirmation, by keyboard, down to the empty list",
    run: async ({ open, same }) => {
      const page = await open("show=cards");
      await page.getByRole("button", { name: "Remove card Visa ending in 1111" }).focus();
      await page.keyboard.press("Enter");
      same("focused", await page.evaluate(() => document.activeElement.textContent), "Keep");
      await page.keyboard.press("Enter");
      same("kept", await page.locator(".acq-card").count(), 2);
      same("focused", await page.evaluate(() => document.activeElement.textContent), "Remove");
      for (const left of [1, 0]) {
        await page.locator(".acq-card button").first().click();
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.locator(".acq-card").nth(left).waitFor({ state: "detached" });
      }
      await page.getByText("You have no saved cards.").waitFor();
      same("console", page.problems, []);
    },
  },
  {
    name: "a subscription is cancelled after a confirmation that names possible further charges, by keyboard",
    run: async ({ open, same }) => {
      const page = await open("show=subscriptions");
      await page.getByRole("button", { name: "Cancel subscription: Coffee of the month" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("A charge that has already been prepared may still be made").waitFor();
      same("focused", await page.evaluate(() => document.activeElement.textContent), "Keep");
      await page.keyboard.press("Enter");
      same("focused", await page.evaluate(() => document.activeElement.textContent), "Cancel subscription");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page
        .getByText("The subscription is cancelled. A charge that has already been prepared may still")
        .waitFor();
      same("focused", await focused(page), "acq-notice");
      same("states", await page.locator(".acq-state").allInnerTexts(), ["Cancelled", "Being cancelled", "Cancelled"]);
      same("buttons left", await page.locator(".acq-end-button").count(), 0);
      same("console", page.problems, []);
    },
  },
  {
    name: "a declined charge leads to the page of its payment link, once; a refusal is told",
    run: async ({ open, same }) => {
      const waiting = await open("show=subscriptions&end=waiting");
      await waiting.getByRole("button", { name: "Pay €12.50" }).click();
      await waiting.getByRole("alert").filter({ hasText: "Please do not pay twice." }).waitFor();
      await waiting.context().close();
      const page = await open("show=subscriptions");
      await page.getByRole("button", { name: "Pay €12.50" }).dblclick();
      await page.waitForURL(/away\.html\?token=charge/);
      same("console", page.problems, []);
    },
  },
  {
    name: "a cancellation whose answer was lost can be repeated as the same request",
    run: async ({ open, same }) => {
      const page = await open("show=subscriptions&end=lost");
      for (const said of ["we do not know yet whether", "The subscription is cancelled."]) {
        await askToEnd(page);
        await page.locator(".acq-button-danger").click();
        await page.getByText(said).waitFor();
      }
      const keys = await page.evaluate(() =>
        globalThis.kit.asked.filter(({ path: at }) => at.endsWith("/cancel")).map(({ body }) => body.key),
      );
      same("requests and keys", [keys.length, new Set(keys).size], [2, 1]);
    },
  },
  {
    name: "payment instructions are copied value by value, open in another tab, and refresh with the payment",
    run: async ({ open, same }) => {
      const page = await open("show=instructions&pay=voucher-paid&details=1");
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      for (const [name, copied] of [
        ["Copy: Entity", "12345"],
        ["Copy: Amount", "1234567.89"],
      ]) {
        await page.getByRole("button", { name }).click();
        await page.getByText("Copied").first().waitFor();
        same(name, await page.evaluate(() => navigator.clipboard.readText()), copied);
      }
      same("amount", await page.getByText("€1,234,567.89").count(), 1);
      same("due", await page.getByText(/December 1, 2039/).count(), 1);
      const link = page.getByRole("link", { name: "Show payment instructions (opens in a new tab)" });
      const address = new URL(await link.getAttribute("href"));
      same("comes back here", address.searchParams.get("return_to"), page.url());
      same("opener", await link.getAttribute("rel"), "noopener noreferrer");
      await showAgain(page);
      await page.getByText("Thank you, your payment was received.").waitFor();
      same("link", await page.getByRole("link").count(), 0);
      same("console", page.problems, []);
    },
  },
  {
    name: "what an order owes is shown, and paid with its link after the customer asked for it",
    run: async ({ open, same, payments, completed, until }) => {
      const page = await open("show=pay-again&methods=card");
      await page.locator(".acq-fact").first().waitFor();
      const links = () =>
        page.evaluate(() => globalThis.kit.asked.filter(({ path: asked }) => asked.endsWith("/payment-link")).length);
      // Twice in StrictMode; reading creates no link.
      const read = await links();
      await pay(page).click();
      await fillCard(page);
      same("links asked for", (await links()) - read, 1);
      await pay(page).click();
      await until("paid", async () => (await completed(page)) === 1);
      const sent = await payments(page);
      same("payments", [sent.length, sent[0].link], [1, "acqlnk_1.1.mac"]);
    },
  },
  {
    name: "an order that was edited after its amount was shown is not paid before the new amount is",
    run: async ({ open, same, payments, completed, until }) => {
      const page = await open("show=pay-again&pay=owed-edited&methods=card");
      await pay(page).click();
      await fillCard(page);
      await pay(page).filter({ hasText: "€128.00" }).click();
      await page.getByRole("alert").filter({ hasText: "The amount has changed" }).waitFor();
      await pay(page).filter({ hasText: "€200.00" }).waitFor();
      same("sent", (await payments(page)).length, 0);
      same("errors", await page.evaluate(() => globalThis.kit.errors), ["amount_changed"]);
      await field(page, "Security code").fill("123");
      await pay(page).click();
      await until("paid", async () => (await completed(page)) === 1);
      same("payments", (await payments(page)).length, 1);
    },
  },
  {
    name: "a customer who returns to an order that is paid meanwhile reads so, once; after a refusal nothing is shown",
    run: async ({ open, same, completed, until }) => {
      const page = await open("show=pay-again&pay=owes-nothing&acquiring_return=captured");
      await page.getByText("Thank you, your payment was received.").waitFor();
      await until("completed", async () => (await completed(page)) === 1);
      same("the return token is gone", page.url().includes("acquiring_return"), false);
      same("console", page.problems, []);
      const refused = await open("show=pay-again&pay=owes-nothing&acquiring_return=declined");
      await until("asked", () =>
        refused.evaluate(() => globalThis.kit.asked.some(({ path: at }) => at.endsWith("/payment-return"))),
      );
      same("completed", await completed(refused), 0);
      same("shown", await refused.locator(".acq-root").count(), 0);
    },
  },
  {
    name: "where parts are allowed, the customer enters one; a wrong one is marked and focused, and nothing is sent",
    run: async ({ open, same, payments, completed, until }) => {
      const page = await open("show=pay-again&pay=parts-refused&methods=card");
      await pay(page).click();
      const part = page.locator('input[name="amount"]');
      await part.waitFor();
      same("the whole amount", [await part.inputValue(), await pay(page).innerText()], ["128.00", "Pay €128.00"]);
      await fillCard(page);
      for (const typed of ["", "9.99", "120", "128.01", "1,000", "ten"]) {
        await part.fill(typed);
        await pay(page).click();
        same(typed, await part.evaluate((one) => [one.ariaInvalid, one === document.activeElement]), ["true", true]);
      }
      const described = await part.evaluate((one) =>
        one
          .getAttribute("aria-describedby")
          .split(" ")
          .map((id) => document.getElementById(id).textContent),
      );
      same("described", described, ["From €10.00 to €118.00, or the whole amount."]);
      same("sent", (await payments(page)).length, 0);
      await part.fill("30,5");
      await page.getByText("€97.50 remains to be paid.").waitFor();
      await page.getByRole("button", { name: "Pay €30.50" }).click();
      // The server refused it: the field says so.
      await page.locator('input[name="amount"][aria-invalid="true"]').waitFor();
      await page.locator('[autocomplete="cc-csc"]').fill("123");
      await pay(page).click();
      await until("paid", async () => (await completed(page)) === 1);
      const sessions = await page.evaluate(() =>
        globalThis.kit.asked.filter(({ path: asked }) => asked.endsWith("/session")).map(({ body }) => body.amount),
      );
      same("sessions", sessions, ["30.50", "30.50"]);
      same(
        "payments",
        (await payments(page)).map(({ amount }) => amount),
        ["30.50", "30.50"],
      );
    },
  },
  {
    name: "an order that owes nothing shows nothing, nor does it to a guest",
    run: async ({ open, same, until }) => {
      for (const state of ["owes-nothing", "guest"]) {
        const page = await open(`show=pay-again&pay=${state}`);
        await until("asked", () => page.evaluate(() => globalThis.kit.asked.length > 0));
        await page.waitForTimeout(300);
        same(state, [await page.locator(".acq-root").count(), page.problems], [0, []]);
        await page.context().close();
      }
    },
  },
  {
    name: "an order without payment instructions shows none; instructions that failed to load can be retried",
    run: async ({ open, same, until }) => {
      const none = await open("show=instructions&pay=no-voucher");
      await until("it was asked", () =>
        none.evaluate(() => globalThis.kit.asked.some(({ path: at }) => at.endsWith("/payment-status"))),
      );
      same("shown", await none.locator(".acq-root").count(), 0);
      const broken = await open("show=instructions&pay=voucher-broken");
      await broken.getByText("This could not be loaded.").waitFor();
      await broken.getByRole("button", { name: "Try again" }).click();
      await broken.getByRole("link", { name: /Show payment instructions/ }).waitFor();
    },
  },
  {
    name: "after a cancellation on another page the chosen method is still selected",
    run: async ({ open, same }) => {
      const page = await open("acquiring_return=cancelled-bank");
      await page.getByRole("alert").filter({ hasText: "cancelled" }).waitFor();
      same("chosen", await page.locator(".acq-radio:checked").getAttribute("value"), "apm:ideal");
    },
  },
  {
    name: "axe-core finds a real problem: a field without its label",
    run: async ({ open, same, violations }) => {
      const page = await open("");
      await page.locator(".acq-choices").waitFor();
      await page.evaluate(() => document.querySelectorAll(".acq-label")[1].remove());
      same("found", (await violations(page)).filter((text) => text.startsWith("label")).length, 1);
    },
  },
  {
    name: "every button, input and row is at least 44 pixels high on a phone",
    run: async ({ open, same }) => {
      const page = await open("saved=1", { size: "narrow" });
      await page.locator(".acq-radio").nth(2).check();
      const low = await page.evaluate(() =>
        [...document.querySelectorAll(".acq-button, .acq-input, label.acq-choice-head, .acq-check")]
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map(({ className }) => className),
      );
      same("too low", low, []);
    },
  },
];

async function main() {
  const wanted = process.argv[2] ?? "";
  const outDir = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-react-kit-"));
  const server = await serve(outDir);
  const browser = await openBrowser();
  let passed = 0;
  let failed = 0;
  try {
    const context = createContext(browser, server.address);
    for (const { name, run } of [...journeys, ...looks].filter((check) => check.name.includes(wanted))) {
      try {
        await run(context);
        passed += 1;
        console.log(`ok      ${name}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}\n${String(error.stack ?? error).slice(0, 1500)}`);
      } finally {
        await closePages(browser);
      }
    }
  } finally {
    await browser.close();
    await server.close();
    fs.rmSync(outDir, { recursive: true, force: true });
  }
  if (process.env.CHECK_REPORT) fs.writeFileSync(process.env.CHECK_REPORT, JSON.stringify({ passed, failed }));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

void main();
