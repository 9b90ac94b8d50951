import type { RecurringFact, RecurringStatus } from "../../../../gateway/model/facts";
import { createOrderNo, createRecurringId } from "../../../../gateway/model/ids";
import { isSubscriptionOver, latestRequest, reduceSubscription } from "../subscription-cancellation";
import { refusalOf } from "../operation-preconditions";
import type { AttemptSnapshot, OperationSnapshot } from "../snapshot";
import { attempt } from "./attempts";

/** What the gateway's word about a subscription decides. */
const FINAL_MS = 900_000;
const request = (status: OperationSnapshot["status"], sentAt = 0): OperationSnapshot => ({
  ...{ id: "acqop_1", kind: "cancel_subscription", amount: 0n, status, sentAt },
});
const snapshot = (more: Partial<AttemptSnapshot> = {}): AttemptSnapshot => ({
  ...attempt("captured"),
  subscription: { recurringId: "S1", status: "active", reportedAt: 0 },
  operations: [request("unknown")],
  ...more,
});
const word = (status: RecurringStatus | null, day = "01"): RecurringFact => ({
  recurringId: createRecurringId("S1"),
  subscriptionName: null,
  period: null,
  nextChargeRaw: null,
  nextChargeOn: null,
  nextChargeAt: null,
  status,
  wireOrderNo: createOrderNo("acq_1"),
  chargedRaw: `202701${day}100000`,
  chargedAt: null,
});
const decided = (status: RecurringStatus | null, askedAt: number, source: "query" | "notify" = "query"): unknown[] =>
  reduceSubscription(
    snapshot(),
    { status },
    { source, askedAt, operationId: null, unknownFinalAfterMs: FINAL_MS },
  ).conclusions.map(({ status: became }) => became);

test.each([
  ["inactive", 1_000, ["settled"]],
  ["active", FINAL_MS - 1, []],
  ["active", FINAL_MS, ["declined"]],
  ["unmapped", FINAL_MS, []],
  [null, FINAL_MS, []],
] as const)(
  "a cancellation whose response was lost, and a query that reports %s after %i ms",
  (status, askedAt, expected) => {
    expect(decided(status, askedAt)).toEqual(expected);
  },
);

test("of several cancellations the open one is decided, and none if none is open", () => {
  const context = { source: "query", askedAt: 1_000, operationId: null, unknownFinalAfterMs: FINAL_MS } as const;
  const open: OperationSnapshot = { ...request("unknown"), id: "acqop_2" };
  const inactive = { status: "inactive" } as const;
  expect(
    reduceSubscription(snapshot({ operations: [request("declined"), open] }), inactive, context).conclusions,
  ).toEqual([{ operationId: "acqop_2", status: "settled" }]);
  expect(reduceSubscription(snapshot({ operations: [request("declined")] }), inactive, context).conclusions).toEqual(
    [],
  );
  const { subscription: _subscription, ...plain } = snapshot();
  expect(isSubscriptionOver(plain)).toBe(false);
});

test("a notification decides nothing about a subscription", () => {
  expect(decided("inactive", FINAL_MS, "notify")).toEqual([]);
});

test("the latest charge determines the subscription; of two at the same time the one that reports its end", () => {
  expect(latestRequest([])).toBeNull();
  expect(latestRequest([word("inactive", "01"), word("active", "02")])?.status).toBe("active");
  expect(latestRequest([word("inactive"), word("active")])?.status).toBe("inactive");
  expect(latestRequest([word("active"), word("inactive")])?.status).toBe("inactive");
});

test.each<readonly [string, RecurringStatus | null, number | null, OperationSnapshot[], boolean]>([
  ["nothing was asked", "active", 0, [], false],
  ["the gateway says so", "inactive", 0, [], true],
  ["it accepted our request and has reported nothing since", null, null, [request("settled")], true],
  ["it accepted our request, and a query may lag", "active", FINAL_MS - 1, [request("settled")], true],
  ["it accepted our request, and still charges", "active", FINAL_MS, [request("settled")], false],
  ["it refused", "active", 0, [request("declined")], false],
])("is the subscription over? %s", (_why, status, reportedAt, operations, expected) => {
  expect(isSubscriptionOver(snapshot({ subscription: { recurringId: "S1", status, reportedAt }, operations }))).toBe(
    expected,
  );
});

test("a cancellation is refused without a subscription, without its ID, and while another is open", () => {
  const asked = { kind: "cancel_subscription", amount: 0n, isRecording: false, multipleCaptures: false } as const;
  const { subscription: _subscription, ...plain } = snapshot({ operations: [] });
  expect(refusalOf(plain, asked)?.code).toBe("no_subscription");
  const unnamed = snapshot({ operations: [], subscription: { recurringId: null, status: null, reportedAt: null } });
  expect(refusalOf(unnamed, asked)?.code).toBe("no_recurring_id");
  expect(refusalOf(snapshot(), asked)).toMatchObject({ kind: "unknown", code: "operation_open" });
  expect(refusalOf(snapshot({ operations: [request("declined")] }), asked)).toBeNull();
});
