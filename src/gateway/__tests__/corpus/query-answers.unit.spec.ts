import { createOrderNo } from "../../model/ids";
import { createCurrency } from "../../model/money";
import { gateway, json, text, withClient } from "../scripted-gateway";
import { WRONG_AMOUNTS, WRONG_CURRENCIES } from "./bodies";
import type { Received } from "./received";
import { PATIENT } from "./received";

/** Answers to questions about payments and refunds that mean something else than they should. */
type Asked = "payments" | "refunds";
const PAYMENT = {
  order_no: "acq_1",
  transaction_id: "17",
  amount: "10.00",
  currency: "EUR",
  query_result: "1",
  payment_status: "2000",
};
const REFUND = { order_no: "acq_1", transaction_id: "17", refund_amount: "4.00", currency: "EUR", refund_status: "1" };

async function asked(name: Asked, body: object | string): Promise<Received> {
  gateway.reply = typeof body === "string" ? text(body, 200, "application/json") : json(body);
  const found = await withClient(
    ({ queries }): Promise<{ kind: string; facts?: readonly { reading: string }[]; reason?: { code: string } }> =>
      queries[name]([createOrderNo("acq_1")]),
    PATIENT,
  );
  return [found.kind, found.reason?.code ?? found.facts?.map(({ reading }) => reading).join() ?? null];
}

const list = { payments: "orders_list", refunds: "refund_orders" } as const;
const base = { payments: PAYMENT, refunds: REFUND } as const;
const amountIn = { payments: "amount", refunds: "refund_amount" } as const;
const holds = (name: Asked, rows: unknown, more: object = {}): object => ({
  return_status: "1",
  [list[name]]: rows,
  ...more,
});
const FAILED: Received = ["failed", "unreadable_rows"];
const BOTH: readonly Asked[] = ["payments", "refunds"];

describe.each(BOTH)("a query response of %s with", (name) => {
  const truth: Received = ["answered", name === "payments" ? "authorised" : "accepted"];
  const none: Received = ["answered", name === "payments" ? "not_found" : ""];
  const row = (more: object = {}): object => ({ ...base[name], ...more });

  test.each<[string, object | string, Received]>([
    ["the truth", holds(name, [row()]), truth],
    ["nothing about the order", holds(name, []), none],
    ["another order alone", holds(name, [row({ order_no: "acq_2" })]), FAILED],
    ["another order beside ours", holds(name, [row({ order_no: "acq_2" }), row()]), truth],
    ["the order id in capitals", holds(name, [row({ order_no: "ACQ_1" })]), FAILED],
    ["another merchant's account", holds(name, [row()], { merchant_id: "100002" }), FAILED],
    ["another order id, as a number", holds(name, [row({ order_no: 1 })]), FAILED],
    ["a transaction that is a number", holds(name, [row({ transaction_id: 17 })]), truth],
    ["a transaction of 51 characters", holds(name, [row({ transaction_id: "1".repeat(51) })]), FAILED],
    ["one row that is no list", holds(name, row()), truth],
    ["a status twice", `{"return_status":"1","return_status":"1","${list[name]}":[]}`, FAILED],
    ["a refusal beside a row", holds(name, [row()], { return_status: "4" }), ["refused", "return_4"]],
    ["no status of the whole", holds(name, [row()], { return_status: undefined }), FAILED],
    ...WRONG_AMOUNTS.map((amount): [string, object, Received] => [
      `the amount as ${amount}`,
      holds(name, [row({ [amountIn[name]]: amount })]),
      FAILED,
    ]),
    ...WRONG_CURRENCIES.map((currency): [string, object, Received] => [
      `the currency as ${currency}`,
      holds(name, [row({ currency })]),
      FAILED,
    ]),
  ])("%s", async (_name, body, expected) => {
    expect(await asked(name, body)).toEqual(expected);
  });
});

test.each<[string, object, string]>([
  ["no status", { query_result: undefined, payment_status: undefined }, "unmapped"],
  ["an unknown status", { query_result: "8", payment_status: undefined }, "unmapped"],
  ["captured, with an empty query_result", { query_result: "", payment_status: "3000" }, "captured"],
  ["authorised, with an empty order_status", { order_status: "" }, "authorised"],
  ["an unmapped status of the payment", { payment_status: "2001" }, "unmapped"],
  ["found, with a declined code", { result_info: "0051:No funds" }, "doubtful"],
  ["failed, with money held", { query_result: "0", payment_status: "2000" }, "doubtful"],
  ["not found, with money held", { query_result: "2", payment_status: "3000" }, "doubtful"],
  ["failed, with a success code", { query_result: "0", payment_status: undefined, result_info: "0000:OK" }, "doubtful"],
])("a payment that a query reports as %s", async (_name, more, reading) => {
  expect(await asked("payments", holds("payments", [{ ...PAYMENT, ...more }]))).toEqual(["answered", reading]);
});

test.each<[string, object, string]>([
  ["no status", { refund_status: undefined }, "unmapped"],
  ["an unknown status", { refund_status: "3" }, "unmapped"],
  ["accepted", {}, "accepted"],
  ["undecided with a success code", { refund_status: "0", refund_message: "V0000:OK" }, "accepted"],
  ["undecided without a code", { refund_status: "0" }, "failed"],
])("a refund that the search reports as %s", async (_name, more, reading) => {
  expect(await asked("refunds", holds("refunds", [{ ...REFUND, ...more }]))).toEqual(["answered", reading]);
});

test.each([
  "acqop_",
  "<b>acqop_01ABCDEFGHJK</b>",
  "acqop_01ABCDEFGHJK acqop_01ABCDEFGHJL",
  "a'; DROP TABLE x",
  "acqop_ABCDEFGHIJ".repeat(9),
])("a refund reason such as %s is not one of our operations", async (refund_reason) => {
  gateway.reply = json(holds("refunds", [{ ...REFUND, refund_reason }]));
  const found = await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]), PATIENT);
  expect(found).toMatchObject({ kind: "answered", facts: [{ operationId: null }] });
});

test.each(WRONG_CURRENCIES)("%s is not a currency", (currency) => {
  expect(() => createCurrency(currency)).toThrow("three-letter");
});
