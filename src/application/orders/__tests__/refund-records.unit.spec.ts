import { OPERATION_ID_KEY } from "../../../modules/acquiring";
import { NOON, operationRow } from "../../__tests__/ledger-rows";
import { beyondOwed } from "../credit-lines";
import { hasStandIn, isCaptureOf, lostOf } from "../lost-rows";
import { reserveOrder } from "../reserve-order";
import { isRefundOf } from "../undo-refund";
import { captureRow, refundRow } from "./medusa-rows";

/** Which row of Medusa stands for which operation, and what a refund costs the order. */
const capture = operationRow("capture", "settled", { idempotency_key: "capt_1", recorded_in_medusa: true });
const refund = operationRow("refund", "settled", { idempotency_key: "ref_1", recorded_in_medusa: true });

describe("credit lines", () => {
  test.each([
    ["10.00", "0", "10"],
    ["10.00", "-5", "10"],
    ["10.00", "4", "6"],
    ["10.00", "10", null],
    ["10.00", "12.5", null],
    ["0", "0", null],
    ["21.639175", "21.64", null],
    ["21.64", "21.639175", "0.000825"],
    ["0.30", "0.1", "0.2"],
    ["1000", "999", "1"],
    ["1.235", "1.234", "0.001"],
    ["90071992547409.93", "0.01", "90071992547409.92"],
  ])("a refund of %s on an order that owes %s needs a credit line of %s", (amount, owed, line) => {
    expect(beyondOwed(amount, owed)).toBe(line);
  });
});

describe("rows of an operation", () => {
  test.each([
    ["has its key", { id: "capt_1" }, true],
    ["was created by it", { created_by: "acqop_capture" }, true],
    ["was created by a user", { created_by: "user_1" }, false],
    ["has no creator", { created_by: null }, false],
  ])("whether a capture that %s (%j) is its own: %s", (_what, more, isOwn) => {
    expect(isCaptureOf(captureRow("capt_9", "10", more), capture)).toBe(isOwn);
  });

  test.each([
    ["has its key", { id: "ref_1" }, true],
    ["names it", { metadata: { [OPERATION_ID_KEY]: "acqop_refund" } }, true],
    ["names another", { metadata: { [OPERATION_ID_KEY]: "acqop_other" } }, false],
    ["was created by it", { created_by: "acqop_refund" }, false],
    ["has no metadata", { metadata: undefined }, false],
  ])("whether a refund that %s (%j) is its own: %s", (_what, more, isOwn) => {
    expect(isRefundOf(refundRow("ref_9", "10", more), refund)).toBe(isOwn);
  });
});

describe("lost rows", () => {
  test.each([
    ["settled", true, 1],
    ["pending", true, 1],
    ["settled", false, 0],
    ["declined", true, 0],
    ["unknown", true, 0],
    ["not_sent", true, 0],
    ["sending", true, 0],
  ] as const)("of a refund that is %s (recorded: %s) without a row, %i is lost", (status, recorded, count) => {
    const operation = { ...refund, status, recorded_in_medusa: recorded };
    expect(lostOf("refund", [operation], [], isRefundOf)).toHaveLength(count);
  });

  test("only the operation without a row is lost, and only of its kind", () => {
    const second = operationRow("refund", "settled", {
      id: "acqop_2",
      idempotency_key: "ref_2",
      recorded_in_medusa: true,
    });
    expect(lostOf("refund", [capture, refund, second], [refundRow("ref_1", "4")], isRefundOf)).toEqual([second]);
    expect(lostOf("capture", [capture, refund, second], [], isCaptureOf)).toEqual([capture]);
  });

  test.each([
    ["of nobody", captureRow("capt_9", "10"), true],
    ["of a user", captureRow("capt_9", "10", { created_by: "user_1" }), false],
    ["of the operation itself", captureRow("capt_1", "10"), false],
  ])("whether a capture %s may stand for a lost one: %s", (_whose, row, isOne) => {
    expect(hasStandIn([capture], [row])).toBe(isOne);
  });

  test("without captures nothing stands for a lost one", () => {
    expect(hasStandIn([capture], [])).toBe(false);
  });
});

describe("the reservation of an order", () => {
  const reserve = (isMine: boolean, isReserved: boolean, order: { readonly id: string } | null = { id: "order_1" }) => {
    const locks: string[] = [];
    const result = reserveOrder({
      tryLock: (key) => Promise.resolve(locks.push(key) > 0 && isMine),
      ledger: {
        now: () => NOON,
        refundReservations: { isReserved: (id) => Promise.resolve(isReserved && id === "order_1") },
      },
      view: { order },
    });
    return result.then((later) => ({ later, locks: locks.length }));
  };

  test.each([
    ["free", true, false, null, 1],
    ["locked by another projection", false, false, new Date(NOON.getTime() + 2_000), 1],
    ["reserved by a refund being sent", true, true, new Date(NOON.getTime() + 2_000), 0],
    ["both locked and reserved", false, true, new Date(NOON.getTime() + 2_000), 0],
  ])(
    "an order that is %s (lock free: %s, reserved: %s) makes the refund wait until %j, and takes %d locks",
    async (_what, isMine, isReserved, later, locks) => {
      expect(await reserve(isMine, isReserved)).toEqual({ later, locks });
    },
  );

  test("without an order there is nothing to reserve and no lock is taken", async () => {
    expect(await reserve(false, true, null)).toEqual({ later: null, locks: 0 });
  });
});
