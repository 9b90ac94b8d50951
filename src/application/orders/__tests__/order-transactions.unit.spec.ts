import { createCurrency } from "../../../gateway/model/money";
import { OPERATION_ID_KEY } from "../../../modules/acquiring";
import { attemptRow, NOON, operationRow } from "../../__tests__/ledger-rows";
import { CORE_GRACE_MS, isOfAmount, missingTransactions, recordedRows } from "../order-transactions";
import { captureRow, medusaPayment, refundRow, transactionRow } from "./medusa-rows";

const EUR = { paymentId: "pay_1", currency: createCurrency("EUR") };
const GRACE = NOON.getTime() + CORE_GRACE_MS;

const capture = (id: string, amount: string, from = 0) => ({ reference: "capture", id, amount, from }) as const;
const refund = (id: string, amount: string, from = 0) => ({ reference: "refund", id, amount, from }) as const;

test.each([
  ["EUR", "10.00", "10", true],
  ["EUR", "-10.00", "10", true],
  ["EUR", "-10.004", "10", true],
  ["EUR", "-10.005", "10", false],
  ["JPY", "-999.5", "1000", true],
  ["JPY", "-999.4", "1000", false],
  ["KWD", "-1.2345", "1.235", true],
  ["KWD", "-1.234", "1.235", false],
])("whether a transaction of %s %s is of the amount %s: %s", (code, value, amount, isSame) => {
  expect(isOfAmount({ raw_amount: { value } }, amount, createCurrency(code))).toBe(isSame);
});

describe("missing transactions", () => {
  const idsOf = (rows: ReturnType<typeof missingTransactions>) => rows.map(({ id }) => id);

  test("a row that a transaction names is not missing, whatever the transaction's amount", () => {
    const there = [transactionRow("capture", "capt_1", "9"), transactionRow("refund", "ref_1", "-1")];
    const recorded = [capture("capt_1", "10"), capture("capt_2", "10"), refund("ref_1", "4"), refund("ref_2", "4")];
    expect(idsOf(missingTransactions(recorded, there, EUR))).toEqual(["capt_2", "ref_2"]);
  });

  test("without transactions each row is missing, with its own unrounded amount", () => {
    const recorded = [capture("capt_1", "21.639175"), refund("ref_1", "21.639175")];
    expect(missingTransactions(recorded, [], EUR)).toEqual(recorded);
  });

  test("the transaction of a cancelled order stands for one refund of its amount, not for two", () => {
    const there = [transactionRow("refund", "pay_1", "-4.00")];
    const recorded = [refund("ref_1", "6"), refund("ref_2", "4"), refund("ref_3", "4")];
    expect(idsOf(missingTransactions(recorded, there, EUR))).toEqual(["ref_1", "ref_3"]);
  });

  test("two transactions of a cancelled order stand for two refunds", () => {
    const there = [transactionRow("refund", "pay_1", "-4"), transactionRow("refund", "pay_1", "-4")];
    expect(missingTransactions([refund("ref_1", "4"), refund("ref_2", "4")], there, EUR)).toEqual([]);
  });

  test("a refund with its own transaction leaves the cancelled order's to the other one", () => {
    const there = [transactionRow("refund", "pay_1", "-4"), transactionRow("refund", "ref_1", "-4")];
    expect(missingTransactions([refund("ref_1", "4"), refund("ref_2", "4")], there, EUR)).toEqual([]);
  });

  test.each([
    ["names another payment", transactionRow("refund", "pay_2", "-4")],
    ["is no refund", transactionRow("capture", "pay_1", "4")],
    ["names nothing", transactionRow("refund", null, "-4")],
    ["is of another amount", transactionRow("refund", "pay_1", "-4.01")],
  ])("a transaction that %s stands for no refund", (_why, transaction) => {
    expect(idsOf(missingTransactions([refund("ref_1", "4")], [transaction], EUR))).toEqual(["ref_1"]);
  });

  test("the cancelled order's transaction never stands for a capture", () => {
    const there = [transactionRow("refund", "pay_1", "-4")];
    expect(idsOf(missingTransactions([capture("capt_1", "4")], there, EUR))).toEqual(["capt_1"]);
  });
});

describe("rows that need a transaction", () => {
  const own = operationRow("capture", "settled", { idempotency_key: "capt_1" });
  const back = operationRow("refund", "settled", { idempotency_key: "ref_1" });

  test("the projection's own rows need theirs immediately", () => {
    const payment = medusaPayment("10", {
      captures: [
        captureRow("capt_7", "4", { created_by: own.id }),
        captureRow("capt_8", "6", { created_by: "acqpay_1" }),
      ],
      refunds: [refundRow("ref_7", "3", { metadata: { [OPERATION_ID_KEY]: back.id } })],
    });
    expect(recordedRows({ row: attemptRow(), operations: [own, back] }, payment)).toEqual([
      capture("capt_7", "4"),
      capture("capt_8", "6"),
      refund("ref_7", "3"),
    ]);
  });

  test.each([
    ["settled", [refund("ref_1", "3", GRACE)]],
    ["pending", [refund("ref_1", "3", GRACE)]],
    ["unknown", []],
    ["sending", []],
    ["declined", []],
    ["not_sent", []],
  ] as const)("the row of core's caller whose refund is %s needs %j", (status, rows) => {
    const payment = medusaPayment("10", { refunds: [refundRow("ref_1", "3")] });
    expect(recordedRows({ row: attemptRow(), operations: [{ ...back, status }] }, payment)).toEqual(rows);
  });

  test("a refund of the projection's that was refused later needs none: it is reverted", () => {
    const payment = medusaPayment("10", {
      refunds: [refundRow("ref_7", "3", { metadata: { [OPERATION_ID_KEY]: back.id } })],
    });
    expect(recordedRows({ row: attemptRow(), operations: [{ ...back, status: "declined" }] }, payment)).toEqual([]);
  });

  test.each([
    ["1000", [capture("capt_9", "10.004", GRACE)]],
    ["999", []],
  ])("with %s cents captured, an automatic capture of 10.004 needs %j", (captured, rows) => {
    const payment = medusaPayment("10.004", { captures: [captureRow("capt_9", "10.004")] });
    expect(recordedRows({ row: attemptRow({ captured }), operations: [] }, payment)).toEqual(rows);
  });

  test("a refund without an operation needs none", () => {
    const payment = medusaPayment("10", { refunds: [refundRow("ref_9", "3")] });
    expect(recordedRows({ row: attemptRow(), operations: [] }, payment)).toEqual([]);
  });

  test.each([
    ["captured", [capture("capt_9", "10")]],
    ["authorised", [capture("capt_9", "10", GRACE)]],
  ] as const)("the capture of a renewal that is %s needs %j", (state, rows) => {
    const row = attemptRow({ renewal_of: "acqpay_0", state });
    const payment = medusaPayment("10", { captures: [captureRow("capt_9", "10")] });
    expect(recordedRows({ row, operations: [] }, payment)).toEqual(rows);
  });

  test("a capture and a refund with the same key are told apart", () => {
    const payment = medusaPayment("10", { refunds: [refundRow("capt_1", "3")] });
    expect(recordedRows({ row: attemptRow(), operations: [own] }, payment)).toEqual([]);
  });
});
