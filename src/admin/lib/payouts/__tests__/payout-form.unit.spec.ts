import { PayoutInput } from "../../../../api-schema/admin";
import type { PayoutSetup } from "../../../../api-schema/admin";
import { emptyDraft, isOverToday, limitText, payoutInputOf, TEXTS, errorsIn } from "../payout-form";
import { byPath, elsewhere, without } from "../../problems";

const limit = { currency: "EUR", payout: "500.00", day: "1000.00", beneficiary: "800.00", left_today: "120.00" };
const yen = { currency: "JPY", payout: "90000", day: "100000", beneficiary: "90000", left_today: "100000" };
const setup: PayoutSetup = {
  ready: true,
  missing: [],
  amount_unit: "major",
  approvals_needed: 1,
  cool_down_hours: 24,
  approval_expires_hours: 72,
  accounts: ["main"],
  limits: [limit, yen],
  may_approve: false,
};
const TODAY = "2026-11-22";
const right = { ...emptyDraft(setup), amount: "100", currency: "EUR", reference: "Invoice 1" };
const errors = (change: Partial<typeof right>) => errorsIn({ ...right, ...change }, setup, TODAY);

test("the form has every field of the API schema except the beneficiary, which is selected", () => {
  expect([...TEXTS, "beneficiary_id"].sort()).toEqual(Object.keys(PayoutInput.shape).sort());
});

test("valid input is sent without empty fields, and the API schema accepts it", () => {
  const input = payoutInputOf({ ...right, amount: "12,50", note: "  " }, "ben_1");
  expect(input).toEqual({
    beneficiary_id: "ben_1",
    amount: "12.50",
    currency: "EUR",
    reference: "Invoice 1",
    payment_method: "SWIFT",
  });
  expect(PayoutInput.parse(input)).toMatchObject(input);
  expect(errors({})).toEqual({});
});

test.each([
  ["0", "EUR", "amount"],
  ["1.234", "EUR", "amount"],
  ["1e3", "EUR", "amount"],
  ["-5", "EUR", "amount"],
  ["10.5", "JPY", "amount"],
  ["500.01", "EUR", "limit"],
])("an amount of %s in %s is invalid: %s", (amount, currency, problem) => {
  expect(errors({ amount, currency })).toEqual({ amount: problem });
});

test("a currency from another page is selected if it has limits, otherwise dropped with its amount", () => {
  const known = { amount: "50", order_id: "order_1" };
  expect(emptyDraft(setup, { ...known, currency: "JPY" })).toMatchObject({ ...known, currency: "JPY" });
  const one = { ...setup, limits: [limit] };
  expect(emptyDraft(one, { ...known, currency: "USD" })).toMatchObject({ ...known, currency: "", amount: "" });
  expect(emptyDraft(one, known)).toMatchObject({ ...known, currency: "EUR" });
});

test("an amount equal to the limit is valid", () => {
  expect(errors({ amount: "500.00" })).toEqual({});
  expect(errors({ amount: "90000", currency: "JPY" })).toEqual({});
});

test("a currency without limits, an empty reference, a past date and a partial exchange are reported at their fields", () => {
  expect(errors({ currency: "USD" })).toEqual({ currency: "currency" });
  expect(errors({ reference: " ", payment_date: "2026-11-21", source_amount: "5" })).toEqual({
    reference: "reference",
    payment_date: "payment_date",
    source_amount: "source",
  });
  expect(errors({ payment_date: TODAY, source_amount: "5.00", source_currency: "USD" })).toEqual({});
});

test("exceeding today's remaining limit and exceeding the limit per payout are distinguished", () => {
  expect(isOverToday({ ...right, amount: "120.00" }, limit)).toBe(false);
  expect(isOverToday({ ...right, amount: "120.01" }, limit)).toBe(true);
});

test("the only currency with limits is preselected; one of several is not", () => {
  expect(emptyDraft({ ...setup, limits: [limit] }).currency).toBe("EUR");
  expect(emptyDraft(setup).currency).toBe("");
  expect(limitText(setup, "")).toBeNull();
});

test("each field has one error, and errors without a field are shown above the form", () => {
  const problems = byPath([
    { path: "amount", message: "first" },
    { path: "amount", message: "second" },
    { path: "beneficiary_id", message: "It is blocked." },
  ]);
  expect(problems["amount"]).toBe("first");
  expect(elsewhere(problems, TEXTS)).toEqual([{ path: "beneficiary_id", message: "It is blocked." }]);
  expect(without(problems, "amount")).toEqual({ beneficiary_id: "It is blocked." });
});
