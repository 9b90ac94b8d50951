/** Payouts in bulk: beneficiaries, and a file of five hundred rows of which seven are invalid. */
/* What runs inside the page: */
/* global document */
const fs = require("node:fs");
const { look, openDashboard } = require("./dashboard.cjs");
const { ibanOf, lookEverywhere } = require("./paying-out.cjs");
const { BAD, csvOf, ROWS, SUPPLIER } = require("./payout-file.cjs");

const FORM = '[data-testid="acquiring-beneficiary-form"]';
const PAGE = '[data-testid="acquiring-beneficiary"]';
const IMPORT = '[data-testid="acquiring-payout-import"]';

const made = async (context, importId, state) =>
  (await context.admin(`/admin/acquiring/payouts?import_id=${importId}&limit=1${state ? `&state=${state}` : ""}`))
    .count;

module.exports = [
  {
    name: "payouts: a beneficiary is added, errors are shown at their fields, and viewing bank data is recorded",
    run: async (context) => {
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/beneficiaries`);
      await page.getByTestId("acquiring-add-beneficiary").click({ timeout: 30_000 });
      const type = (field, text) => page.locator(FORM).getByTestId(`acquiring-field-${field}`).fill(text);
      const choose = (field, value) => page.locator(FORM).getByTestId(`acquiring-field-${field}`).selectOption(value);
      await type("company_name", "Harbour Freight");
      await choose("bank_details.bank_country_code", "DE");
      await choose("bank_details.account_currency", "EUR");
      await type("bank_details.iban", "DE89370400440532013001");
      await type("bank_details.swift_code", "COBADEFFXXX");
      await type("bank_details.account_name", "Harbour Freight");
      await type("bank_details.bank_name", "Musterbank");
      await choose("address.country_code", "DE");
      await type("address.city", "Hamburg");
      await type("address.postcode", "20095");
      await type("address.street", "Hafenstr.");
      await type("address.number", "7");
      await page.getByTestId("acquiring-save-beneficiary").click();
      await page.getByTestId("acquiring-invalid-bank_details.iban").waitFor();
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
      context.expectSame("focused", focused, "acquiring-field-bank_details.iban");
      await lookEverywhere(context, page, "beneficiary-form", FORM);
      await type("bank_details.iban", ibanOf(815));
      await page.getByTestId("acquiring-save-beneficiary").dblclick();
      await page.locator(PAGE).waitFor({ timeout: 15_000 });
      const { beneficiaries } = await context.admin("/admin/acquiring/beneficiaries?q=Harbour%20Freight");
      context.expectSame("in the book, saved by two clicks", beneficiaries.length, 1);
      if (JSON.stringify(beneficiaries).includes(ibanOf(815))) throw new Error("The list shows a whole account.");
      await lookEverywhere(context, page, "beneficiary", PAGE);
      await page.getByTestId("acquiring-reveal").click();
      await page.getByTestId("acquiring-field-reason").fill("An invoice is compared.");
      await page.getByTestId("acquiring-confirm").click();
      await page.getByTestId("acquiring-revealed").getByText(ibanOf(815)).waitFor();
      await look(context, page, "beneficiary-revealed", '[data-testid="acquiring-action"]');
      await page.keyboard.press("Escape");
      await page.locator('[data-testid="acquiring-event"][data-kind="revealed"]').waitFor();
      await page.getByTestId("acquiring-block").click();
      await page.getByTestId("acquiring-note").fill("The invoice was forged.");
      await page.getByTestId("acquiring-confirm").click();
      await page.getByTestId("acquiring-unblock").waitFor();
      context.expectSame("may be paid", await page.getByTestId("acquiring-pay").count(), 0);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/beneficiaries?q=Harbour`);
      await page.getByRole("link", { name: "Open beneficiary Harbour Freight" }).waitFor({ timeout: 30_000 });
      await lookEverywhere(context, page, "beneficiaries", '[data-testid="acquiring-beneficiaries"]');
    },
  },
  {
    name: "payouts: a file of 500 rows with 7 invalid ones becomes 493 drafts once, which are submitted together",
    run: async (context) => {
      const { beneficiary } = await context.admin("/admin/acquiring/beneficiaries", SUPPLIER);
      const request = { beneficiary_id: beneficiary.id, amount: "1.00", currency: "EUR", reference: "Asked twice" };
      const asked = () => context.admin("/admin/acquiring/payouts", { ...request, key: "one-request-of-this-journey" });
      const drafts = [await asked(), await asked()].map(({ payout }) => payout.id);
      context.expectSame("the draft of one key", drafts[1], drafts[0]);
      const page = await openDashboard(context);
      await page.goto(`${context.stack.dashboardUrl}/acquiring/payouts/import`);
      const input = page.getByTestId("acquiring-import-file");
      await input.waitFor({ state: "attached", timeout: 30_000 });
      await lookEverywhere(context, page, "payout-import", IMPORT);
      const [template] = await Promise.all([
        page.waitForEvent("download"),
        page.getByTestId("acquiring-import-template").click(),
      ]);
      await input.setInputFiles(await template.path());
      await page.getByTestId("acquiring-import-counts").getByText("Valid: 1").waitFor({ timeout: 15_000 });
      await page.getByRole("button", { name: "Another file" }).click();
      const csv = csvOf(beneficiary.id);
      await input.setInputFiles({ name: "settlements.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      const counts = page.getByTestId("acquiring-import-counts");
      await counts.getByText("With problems: 7").waitFor({ timeout: 60_000 });
      await counts.getByText("Rows: 500").waitFor();
      const rows = page.locator('[data-testid="acquiring-import-row"][data-bad="true"]');
      context.expectSame("rows with problems", await rows.count(), BAD.length);
      for (const [index, { line, path }] of BAD.entries()) {
        const text = await rows.nth(index).innerText();
        if (!text.startsWith(String(line)) || !text.includes(path))
          throw new Error(`Line ${line} does not say what is wrong with ${path}: ${text}`);
      }
      const before = (await context.admin("/admin/acquiring/payouts?limit=1")).count;
      context.expectSame("may be made", await page.getByTestId("acquiring-import-make").isEnabled(), false);
      await lookEverywhere(context, page, "payout-import-preview", IMPORT);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByTestId("acquiring-import-bad-file").click(),
      ]);
      const left = fs
        .readFileSync(await download.path(), "utf8")
        .trim()
        .split("\r\n");
      context.expectSame("rows to correct, with the header", left.length, BAD.length + 1);
      await page.getByTestId("acquiring-import-skip").click();
      await page.getByTestId("acquiring-import-make").dblclick();
      await page.getByText("Drafts created: 493").waitFor({ timeout: 120_000 });
      const after = (await context.admin("/admin/acquiring/payouts?limit=1")).count;
      context.expectSame("payouts made, by two clicks", after - before, ROWS - BAD.length);
      const link = await page.getByTestId("acquiring-import-show").getAttribute("href");
      const importId = new URL(link, context.stack.dashboardUrl).searchParams.get("import_id");
      context.expectSame("drafts of the import", await made(context, importId, "draft"), ROWS - BAD.length);
      await page.getByTestId("acquiring-import-submit").dblclick();
      await page.locator('[data-testid="acquiring-import-submitting"][data-over="true"]').waitFor({ timeout: 120_000 });
      await page.getByText("All are awaiting approval.").waitFor();
      context.expectSame("submitted", await made(context, importId, "submitted"), ROWS - BAD.length);
      await lookEverywhere(context, page, "payout-import-made", IMPORT);
      await page.getByRole("button", { name: "Another file" }).click();
      await input.setInputFiles({ name: "settlements.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await counts.getByText("With problems: 500").waitFor({ timeout: 60_000 });
      await rows.first().getByText("The same account, amount and reference as acqpay_").waitFor();
      await lookEverywhere(context, page, "payout-import-again", IMPORT);
      await page.getByTestId("acquiring-import-repeats").click();
      await counts.getByText("With problems: 7").waitFor({ timeout: 60_000 });
      context.expectSame("made again without being asked", await made(context, importId), ROWS - BAD.length);
      await page.goto(new URL(link.replace(/^(?!\/app)/, "/app"), context.stack.dashboardUrl).href);
      await page.getByTestId("acquiring-export").waitFor({ timeout: 15_000 });
      const [exported] = await Promise.all([
        page.waitForEvent("download", { timeout: 60_000 }),
        page.getByTestId("acquiring-export").click(),
      ]);
      const lines = fs
        .readFileSync(await exported.path(), "utf8")
        .trim()
        .split(/\r?\n/);
      context.expectSame("exported rows, with the header", lines.length, ROWS - BAD.length + 1);
      if (lines.join("\n").includes(ibanOf(4711))) throw new Error("The export shows a whole account.");
    },
  },
];
