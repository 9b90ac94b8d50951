import { OPERATION_ID_KEY } from "../../../modules/acquiring";
import type { AttemptRow, OperationRow } from "../../../modules/acquiring";
import { MedusaSyncState } from "../../../modules/acquiring/medusa-records/medusa-sync-state";
import { attemptRow, NOON, operationRow } from "../../__tests__/ledger-rows";
import { orphansOf } from "../remove-orphans";
import { captureRow, medusaPayment, refundRow } from "./medusa-rows";

const MINUTE = 60_000;
const at = (minutes: number): number => NOON.getTime() + minutes * MINUTE;

/** What the ledger holds, read with the ledger's own rule of what is still to be recorded. */
const ledgerOf = (row: Partial<AttemptRow>, ...operations: readonly OperationRow[]) => ({
  row: attemptRow(row),
  operations,
  ledger: { medusaSync: MedusaSyncState.prototype },
});

const found = (orphans: ReturnType<typeof orphansOf>) => orphans.map(({ id, from }) => [id, from]);

describe("captures", () => {
  const automatic = captureRow("capt_9", "10.00");

  test.each([
    ["EUR", "1000", "10.00", []],
    ["EUR", "1000", "10.004", []],
    ["EUR", "1001", "10.00", []],
    ["EUR", "999", "10.00", [["capt_9", at(10)]]],
    ["EUR", "0", "10.00", [["capt_9", at(10)]]],
    ["JPY", "1000", "999.5", []],
    ["JPY", "999", "999.5", [["capt_9", at(10)]]],
    ["KWD", "10000", "10", []],
    ["KWD", "1000", "10", [["capt_9", at(10)]]],
  ])(
    "with %s %s captured in minor units, an automatic capture of %s leaves the orphans %j",
    (currency, captured, amount, orphans) => {
      const payment = medusaPayment("10", { captures: [captureRow("capt_9", amount)] });
      expect(found(orphansOf("capture", ledgerOf({ currency, captured }), payment))).toEqual(orphans);
    },
  );

  test("a payment without rows has no orphans", () => {
    expect(orphansOf("capture", ledgerOf({ captured: "0" }), medusaPayment("10"))).toEqual([]);
  });

  test.each([
    ["declined", false, [["capt_1", at(1)]]],
    ["not_sent", false, [["capt_1", at(1)]]],
    ["declined", true, []],
    ["sending", false, []],
    ["unknown", false, []],
    ["pending", false, []],
    ["settled", false, []],
  ] as const)("a capture that is %s (recorded in Medusa: %s) leaves the orphans %j", (status, recorded, orphans) => {
    const operation = operationRow("capture", status, { idempotency_key: "capt_1", recorded_in_medusa: recorded });
    const payment = medusaPayment("10", { captures: [captureRow("capt_1", "10")] });
    expect(found(orphansOf("capture", ledgerOf({ captured: "0" }, operation), payment))).toEqual(orphans);
  });

  test.each([
    ["the attempt", "acqpay_1"],
    ["an operation", "acqop_capture"],
  ])("a row that names %s is the projection's own and stays", (_what, by) => {
    const payment = medusaPayment("10", { captures: [captureRow("capt_9", "10", { created_by: by })] });
    const ledger = ledgerOf({ captured: "0" }, operationRow("capture", "declined"));
    expect(orphansOf("capture", ledger, payment)).toEqual([]);
  });

  test("the row whose amount fits the surplus goes, not the first one", () => {
    const payment = medusaPayment("10", { captures: [captureRow("capt_1", "6"), captureRow("capt_2", "4")] });
    expect(found(orphansOf("capture", ledgerOf({ captured: "600" }), payment))).toEqual([["capt_2", at(10)]]);
  });

  test("of two equal rows only one goes", () => {
    const payment = medusaPayment("10", { captures: [captureRow("capt_1", "6"), captureRow("capt_2", "6")] });
    expect(found(orphansOf("capture", ledgerOf({ captured: "600" }), payment))).toEqual([["capt_1", at(10)]]);
  });

  test("if no row fits the surplus, a larger one goes: too much is recorded again", () => {
    const payment = medusaPayment("10", { captures: [captureRow("capt_1", "6"), captureRow("capt_2", "6")] });
    expect(found(orphansOf("capture", ledgerOf({ captured: "1000" }), payment))).toEqual([["capt_1", at(10)]]);
  });

  test("a payment that core marked as captured in full keeps a row larger than the surplus", () => {
    const payment = medusaPayment("10", { captured_at: NOON.toISOString(), captures: [automatic] });
    expect(orphansOf("capture", ledgerOf({ captured: "600" }), payment)).toEqual([]);
  });

  test("a capture still to be recorded makes room: another row does not stand for it", () => {
    const settled = operationRow("capture", "settled", { idempotency_key: "capt_1" });
    const payment = medusaPayment("10", { captures: [automatic] });
    expect(found(orphansOf("capture", ledgerOf({ captured: "1000" }, settled), payment))).toEqual([["capt_9", at(10)]]);
  });

  test.each([
    ["it is recorded", "capt_1", { recorded_in_medusa: true }, {}],
    ["its row is there", "capt_9", {}, {}],
    ["core marked the payment as captured in full", "capt_1", {}, { captured_at: NOON.toISOString() }],
  ])("a settled capture makes no room if %s", (_why, key, operation, more) => {
    const settled = operationRow("capture", "settled", { idempotency_key: key, ...operation });
    const payment = medusaPayment("10", { captures: [automatic], ...more });
    expect(orphansOf("capture", ledgerOf({ captured: "1000" }, settled), payment)).toEqual([]);
  });
});

describe("refunds", () => {
  test.each([
    ["0", "0", [["ref_9", at(10)]]],
    ["400", "0", []],
    ["0", "400", []],
    ["300", "100", []],
    ["300", "99", [["ref_9", at(10)]]],
  ])(
    "with %s refunded and %s on its way in minor units, a row of 4.00 leaves the orphans %j",
    (refunded, pending, orphans) => {
      const payment = medusaPayment("10", { refunds: [refundRow("ref_9", "4")] });
      const ledger = ledgerOf({ refunded, refund_pending: pending });
      expect(found(orphansOf("refund", ledger, payment))).toEqual(orphans);
    },
  );

  test("a row that names a refund of ours stays, even one that was refused", () => {
    const ledger = ledgerOf({}, operationRow("refund", "declined"));
    const own = refundRow("ref_9", "4", { metadata: { [OPERATION_ID_KEY]: "acqop_refund" } });
    expect(orphansOf("refund", ledger, medusaPayment("10", { refunds: [own] }))).toEqual([]);
  });

  test("a refund that the ledger counts and has still to record does not save a row of core's", () => {
    const pending = operationRow("refund", "pending", { amount: "400" });
    const payment = medusaPayment("10", { refunds: [refundRow("ref_9", "4")] });
    const ledger = ledgerOf({ refund_pending: "400" }, pending);
    expect(found(orphansOf("refund", ledger, payment))).toEqual([["ref_9", at(10)]]);
  });

  test("captures do not count for refunds", () => {
    const payment = medusaPayment("10", { captures: [captureRow("capt_1", "10")], captured_at: NOON.toISOString() });
    expect(orphansOf("refund", ledgerOf({ captured: "0" }), payment)).toEqual([]);
  });
});
