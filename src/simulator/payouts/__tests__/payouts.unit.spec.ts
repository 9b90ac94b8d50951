import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signFields } from "../../notifications/signature";
import { closeAll, jsonOf, KEY, start } from "../../__tests__/harness";
import type { StoreResponse } from "../../__tests__/payout-merchant";
import { ask, books, HALF_A_MINUTE, ID, OTHER, pay, request } from "../../__tests__/payout-merchant";

/** The simulator's POST /v1/payout: answers and later status changes. */
afterEach(closeAll);

it("a payout is new, processing, completed, and only then paid out", async () => {
  const merchant = await start({ clock: "virtual" });
  const answer = await pay(merchant);
  expect(answer).toMatchObject({ ...request, beneficiary: request.beneficiary, status: "NEW", failure_reason: "" });
  expect(answer).toMatchObject({ fee_amount: 750, amount_payer_pays: 150750, amount_beneficiary_receives: 150000 });
  expect(answer.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
  expect(answer.encryption_data).toBe(signFields("payout", request, KEY));
  expect((await books(merchant)).money_out).toEqual({ EUR: { left: "0.00", on_its_way: "1500.00" } });
  await merchant.control("clock", { ms: HALF_A_MINUTE });
  expect((await books(merchant)).payouts).toMatchObject([{ status: "PROCESSING" }]);
  await merchant.control("clock", { ms: HALF_A_MINUTE });
  expect((await books(merchant)).money_out).toEqual({ EUR: { left: "1500.00", on_its_way: "0.00" } });
});

it("the same request again returns the same payout with its current status, and counts once", async () => {
  const merchant = await start({ clock: "virtual" });
  const first = await pay(merchant);
  await merchant.control("clock", { ms: 2 * HALF_A_MINUTE });
  const second = await pay(merchant);
  expect([second.transaction_id, second.status]).toEqual([first.transaction_id, "COMPLETED"]);
  const { payouts, money_out } = await books(merchant);
  expect(payouts).toMatchObject([{ requests: 2 }]);
  expect(money_out).toEqual({ EUR: { left: "1500.00", on_its_way: "0.00" } });
});

it("the same request_id with another body is refused, and changes nothing", async () => {
  const merchant = await start();
  await pay(merchant);
  expect((await ask(merchant, { reference: "Invoice 8" })).status).toBe(409);
  expect((await ask(merchant, { payment_amount: "150001" })).status).toBe(409);
  expect((await books(merchant)).payouts).toMatchObject([{ amount: "1500.00", requests: 1 }]);
});

it.each([
  ["sim-failed", ["NEW", "PROCESSING", "FAILED"]],
  ["sim-refused", ["FAILED"]],
  ["sim-rejected", ["NEW", "REJECTED"]],
  ["sim-cancelled", ["NEW", "CANCELLED"]],
  ["sim-suspended", ["NEW", "SUSPENDED"]],
  ["sim-blocked", ["BLOCKED"]],
  ["sim-recalled", ["NEW", "PROCESSING", "COMPLETED", "RECALLED"]],
  ["sim-pending-funds", ["PENDING_FUNDS"]],
  ["sim-unmapped", ["NEW", "IN_LIMBO"]],
  ["sim-at-once", ["COMPLETED"]],
])("the reference or the account name %s results in %j", async (word, statuses) => {
  const merchant = await start({ clock: "virtual" });
  await pay(merchant, { reference: `Invoice ${word}` });
  const bank_details = { ...request.beneficiary.bank_details, account_name: `${word.toUpperCase()} Ltd` };
  await pay(merchant, { request_id: OTHER, beneficiary: { ...request.beneficiary, bank_details } });
  await merchant.control("clock", { ms: 10 * HALF_A_MINUTE });
  const { payouts } = await merchant.read<{ payouts: { history: { status: string }[] }[] }>("payouts");
  expect(payouts.map(({ history }) => history.map(({ status }) => status))).toEqual([statuses, statuses]);
});

it("a failed one has a reason, which contains the account", async () => {
  const merchant = await start();
  expect(await pay(merchant, { reference: "sim-refused" })).toMatchObject({
    status: "FAILED",
    failure_reason: "The account DE89370400440532013000 is closed",
    failure_type: "BENEFICIARY_ACCOUNT",
  });
});

it("a completed one may have failure_type UNKNOWN, and is paid out", async () => {
  const merchant = await start({ clock: "virtual" });
  await pay(merchant, { reference: "sim-odd-type" });
  await merchant.control("clock", { ms: 2 * HALF_A_MINUTE });
  expect(await pay(merchant, { reference: "sim-odd-type" })).toMatchObject({
    status: "COMPLETED",
    failure_type: "UNKNOWN",
  });
  expect((await books(merchant)).money_out).toEqual({ EUR: { left: "1500.00", on_its_way: "0.00" } });
});

it("one lost before is not executed, and one lost after is", async () => {
  const merchant = await start();
  await expect(ask(merchant, { reference: "sim-lost-before" })).rejects.toThrow();
  expect((await books(merchant)).payouts).toEqual([]);
  await expect(ask(merchant, { reference: "sim-lost-after" })).rejects.toThrow();
  expect((await ask(merchant, { request_id: OTHER, reference: "sim-error-after" })).status).toBe(500);
  expect((await books(merchant)).payouts).toHaveLength(2);
});

describe("amounts", () => {
  it.each([
    ["minor", "EUR", "123456", "1234.56"],
    ["minor", "JPY", "5000", "5000"],
    ["minor", "KWD", "1234567", "1234.567"],
    ["major", "EUR", "1500", "1500.00"],
    ["major", "EUR", "1500.05", "1500.05"],
    ["major", "JPY", "5000", "5000"],
    ["major", "KWD", "1.005", "1.005"],
  ])("in %s units, %s %s is %s", async (payoutAmountUnit, payment_currency, payment_amount, amount) => {
    const merchant = await start();
    await merchant.control("settings", { payoutAmountUnit });
    await pay(merchant, { payment_currency, payment_amount });
    expect((await books(merchant)).payouts).toMatchObject([{ amount }]);
  });

  it.each([
    ["minor", "EUR", "1500.00"],
    ["major", "EUR", "1500.5"],
    ["major", "JPY", "5000.00"],
    ["major", "KWD", "1.05"],
    ["minor", "EUR", "0"],
    ["minor", "EUR", "-5"],
    ["minor", "EUR", 1500],
  ])("in %s units, %s %s is refused", async (payoutAmountUnit, payment_currency, payment_amount) => {
    const merchant = await start();
    await merchant.control("settings", { payoutAmountUnit });
    const answer = await ask(merchant, { payment_currency, payment_amount });
    expect([answer.status, await answer.text()]).toEqual([400, "invalid input: payment_amount"]);
  });

  it("in another currency are exchanged, the remainder is the payer's, and the fee is charged as requested", async () => {
    const merchant = await start({ payouts: { amountUnit: "major" } });
    expect(await pay(merchant, { payment_amount: "100.01", source_currency: "USD" })).toMatchObject({
      fee_amount: 0.56,
      fee_currency: "USD",
      amount_payer_pays: 110.58,
      amount_beneficiary_receives: 100.01,
    });
    const shared = { request_id: OTHER, payment_amount: "100", fee_paid_by: "BENEFICIARY" };
    expect(await pay(merchant, shared)).toMatchObject({
      fee_amount: 0.5,
      fee_currency: "EUR",
      amount_payer_pays: 100,
      amount_beneficiary_receives: 99.5,
    });
  });
});

it.each([
  ["a wrong signature", { encryption_data: "0".repeat(64) }, 200, "REJECTED"],
  ["another account", { account_id: "9" }, 404, undefined],
  ["no request_id", { request_id: "" }, 400, undefined],
  ["no beneficiary", { beneficiary: "me" }, 400, undefined],
  ["a currency that it has no rate for", { source_currency: "XXX" }, 400, undefined],
])("%s creates nothing", async (_what, fields, status, said) => {
  const merchant = await start();
  const answer = await ask(merchant, fields);
  expect(answer.status).toBe(status);
  if (said)
    expect(await jsonOf<StoreResponse>(answer)).toMatchObject({
      status: said,
      failure_reason: "I0013:Signature is wrong",
    });
  expect((await books(merchant)).payouts).toEqual([]);
});

it("the fault script applies to it: executed without a response, another amount, another ID", async () => {
  const merchant = await start();
  await merchant.control("tape", {
    entries: [
      { operation: "payout", fault: "drop-after-apply", order_no: ID },
      { operation: "payout", fault: "wrong-amount" },
      { operation: "payout", fault: "wrong-order" },
    ],
  });
  await expect(ask(merchant)).rejects.toThrow();
  expect(await pay(merchant)).toMatchObject({ payment_amount: "150001", request_id: ID });
  expect(await pay(merchant)).toMatchObject({
    payment_amount: "150000",
    request_id: "00000000-0000-4000-8000-000000000000",
  });
  expect((await books(merchant)).payouts).toMatchObject([{ requests: 3 }]);
});

it("the sandbox page shows payouts with a masked account, and its buttons decide them", async () => {
  const merchant = await start({ clock: "virtual" });
  await pay(merchant, { reference: "<b>Invoice</b>" });
  const page = await (await fetch(`${merchant.url}/payouts`)).text();
  expect(page).toContain("1500.00 EUR");
  expect(page).toContain("&lt;b&gt;Invoice&lt;/b&gt;");
  expect(page).toContain("•••• 3000");
  expect(page).not.toContain("DE89370400440532013000");
  const press = await fetch(`${merchant.url}/_control/payout-status`, {
    method: "POST",
    body: new URLSearchParams({ request_id: ID, status: "COMPLETED", failure_reason: "" }),
    redirect: "manual",
  });
  expect([press.status, press.headers.get("location")]).toEqual([303, "/"]);
  expect(await (await fetch(merchant.url)).text()).toContain(">Recall</button>");
});

it("payouts survive a restart, and continue", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulator-"));
  const dataFile = join(folder, "books.json");
  try {
    const first = await start({ clock: "virtual", dataFile });
    const { transaction_id } = await pay(first);
    await first.stop();
    const second = await start({ clock: "virtual", dataFile });
    expect(await pay(second)).toMatchObject({ transaction_id, status: "NEW" });
    await second.control("clock", { ms: 3 * HALF_A_MINUTE });
    expect((await books(second)).payouts).toMatchObject([{ status: "COMPLETED", requests: 2 }]);
  } finally {
    await closeAll();
    rmSync(folder, { recursive: true });
  }
});
