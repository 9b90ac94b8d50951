import { createMoney } from "../../../../gateway/model/money";
import { reduce } from "../reducer";
import { reduceRefundAbsence } from "../refunds";
import type { FactContext, OperationStatus } from "../snapshot";
import { captured, early, EUR, query, REFUND, refund, summary } from "./attempts";

/** The reducer's rules for refunds of our own, fact by fact. */
test.each([
  ["sending", "accepted", [0n, 400n], ["refund_accepted"], []],
  ["unknown", "succeeded", [400n, 0n], ["refund_succeeded"], []],
  ["unknown", "failed", [0n, 0n], ["refund_declined"], []],
  ["declined", "succeeded", [400n, 0n], ["refund_succeeded"], ["refund_unexpected"]],
  ["declined", "failed", [0n, 0n], [], []],
  ["unknown", "unmapped", [0n, 0n], [], ["unmapped_code"]],
] as const)("a refund that is %s and found %s", (status, reading, amounts, entries, attention) => {
  const decision = reduce(captured(status), refund(reading), query);
  expect([[decision.amounts.refunded, decision.amounts.refundPending], ...summary(decision).slice(1)]).toEqual([
    amounts,
    entries,
    attention,
  ]);
});

test("a pending refund is paid out, or refused by the bank and refundable again", () => {
  const pending = captured("pending", { refundPending: 400n });
  expect(reduce(pending, refund("accepted"), query).entries).toEqual([]);
  expect(reduce(pending, refund("succeeded"), query).amounts).toMatchObject({ refunded: 400n, refundPending: 0n });
  const failed = reduce(pending, refund("failed"), query);
  expect([failed.amounts.refundPending, ...summary(failed).slice(1)]).toEqual([
    0n,
    ["refund_failed"],
    ["refund_failed"],
  ]);
  const settled = captured("settled", { refunded: 400n });
  expect(reduce(settled, refund("succeeded"), query).entries).toEqual([]);
  expect(reduce(settled, refund("failed"), query).amounts.refunded).toBe(0n);
});

test.each([
  ["declined", "succeeded"],
  ["declined", "accepted"],
  ["not_sent", "succeeded"],
  ["settled", "failed"],
] as const)(
  "a query from before we knew that a refund is %s does not make it %s: it is queried again",
  (status, reading) => {
    const known = captured(status, status === "settled" ? { refunded: 400n } : {});
    const before = (then: OperationStatus): FactContext => ({
      ...query,
      operationsWhenAsked: new Map([[REFUND, then]]),
    });
    const overtaken = reduce(known, refund(reading), before("pending"));
    expect([...summary(overtaken), overtaken.askAgain]).toEqual(["captured", [], [], true]);
    const later = reduce(known, refund(reading), before(status));
    expect([later.entries.length, later.askAgain]).toEqual([1, undefined]);
  },
);

test.each([
  ["unknown", ["refund_not_applied"]],
  ["declined", []],
] as const)("a refund that the list recorded while our row was lost counts once; ours is %s", (status, entries) => {
  const [first, ...others] = captured(status, { refunded: 400n }).operations;
  const ours = captured(status, { refunded: 400n }).operations.find(({ id }) => id === REFUND);
  if (!first || !ours) throw new Error("The payment has no refund.");
  const outside = { ...ours, id: "acqop_outside", status: "settled", reference: "RF1", isOutside: true } as const;
  const snapshot = { ...captured(status, { refunded: 400n }), operations: [first, ...others, outside] };
  const decision = reduce(snapshot, refund("succeeded", { reference: "RF1" }), query);
  expect(summary(decision).slice(1)).toEqual([entries, []]);
  expect(decision.amounts).toMatchObject({ refunded: 400n, refundPending: 0n });
});

test("refunds that are not ours, not of our amount, or too large raise an item", () => {
  expect(summary(reduce(captured("unknown"), refund("succeeded", { operationId: null }), query))[2]).toEqual([
    "external_refund",
  ]);
  expect(summary(reduce(captured("unknown"), refund("succeeded", { money: createMoney(1n, EUR) }), query))[2]).toEqual([
    "amount_mismatch",
  ]);
  expect(summary(reduce(captured("unknown", { refunded: 700n }), refund("succeeded"), query))[2]).toEqual([
    "refund_unexpected",
  ]);
});

test("a refund missing in a complete list did not happen, once that is proven", () => {
  expect(reduceRefundAbsence(captured("unknown"), new Set(), query).conclusions).toEqual([
    { operationId: REFUND, status: "declined" },
  ]);
  expect(reduceRefundAbsence(captured("unknown"), new Set(), early).conclusions).toEqual([]);
  expect(reduceRefundAbsence(captured("unknown"), new Set([REFUND]), query).conclusions).toEqual([]);
});
