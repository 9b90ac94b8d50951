import fc from "fast-check";
import type { PaymentReading } from "../../../../gateway/model/facts";
import { endHold } from "../review-holds";
import { reduceOutcome } from "../reduce-outcome";
import { refusalOf } from "../operation-preconditions";
import { reduce } from "../reducer";
import type { AttemptSnapshot, ReviewHold, OperationSnapshot, OperationStatus, ReviewAction } from "../snapshot";
import type { AttemptState } from "../states";
import { attempt, HOUR, payment } from "./attempts";

/** What ends a hold and what does not; who wins when a decision and a fact meet. */
const gatewayHold: ReviewHold = { reason: "gateway", decision: null };
const ownerHold: ReviewHold = { reason: "owner", decision: null };

const review = (action: ReviewAction, status: OperationStatus = "unknown"): OperationSnapshot => ({
  id: "op_review",
  kind: "review",
  amount: 1000n,
  status,
  sentAt: 0,
  action,
});
const held = (
  state: AttemptState,
  hold: ReviewHold | null,
  operations: readonly OperationSnapshot[] = [],
): AttemptSnapshot =>
  attempt(state, {
    gatewayPaymentId: "17",
    hold,
    operations: [{ id: "op_auth", kind: "authorise", amount: 1000n, status: "pending", sentAt: 0 }, ...operations],
  });
const query = (askedAt = HOUR) =>
  ({ source: "query", askedAt, operationId: null, unknownFinalAfterMs: 900_000 }) as const;

/** As the ledger does it: the reducer, then what ends the payment ends the hold. */
const learn = (snapshot: AttemptSnapshot, reading: PaymentReading, askedAt = HOUR) =>
  endHold(snapshot, reduce(snapshot, payment(reading), query(askedAt)));

test.each<[AttemptState, ReviewHold, PaymentReading, ReviewHold["decision"]]>([
  ["pending", gatewayHold, "authorised", "approved"],
  ["pending", gatewayHold, "captured", "approved"],
  ["pending", gatewayHold, "declined", "rejected"],
  ["pending", gatewayHold, "voided", "rejected"],
  ["pending", gatewayHold, "pending", null],
  ["authorised", gatewayHold, "authorised", null],
  ["authorised", gatewayHold, "captured", null],
  ["authorised", gatewayHold, "declined", "rejected"],
  ["authorised", gatewayHold, "voided", "rejected"],
  ["authorised", ownerHold, "authorised", null],
  ["authorised", ownerHold, "captured", null],
  ["authorised", ownerHold, "declined", null],
  ["authorised", ownerHold, "voided", "rejected"],
  ["captured", ownerHold, "captured", null],
])("a payment that is %s and held (%o) and is read as %s is resolved as %s", (state, hold, reading, decision) => {
  expect(learn(held(state, hold), reading).hold?.decision ?? null).toBe(decision);
});

test.each<[AttemptState, ReviewAction, PaymentReading, number, ReviewHold["decision"], OperationStatus | null]>([
  ["pending", "approve", "authorised", 1_000, "approved", "settled"],
  ["pending", "reject", "declined", 1_000, "rejected", "settled"],
  ["pending", "approve", "declined", 1_000, "rejected", "declined"],
  ["pending", "reject", "authorised", 1_000, "approved", "declined"],
  ["pending", "approve", "pending", 1_000, null, null],
  ["pending", "approve", "pending", HOUR, null, "declined"],
  ["pending", "reject", "pending", HOUR, null, "declined"],
  ["authorised", "approve", "authorised", 1_000, null, null],
  ["authorised", "approve", "authorised", HOUR, "approved", "settled"],
  ["authorised", "reject", "authorised", 1_000, null, null],
  ["authorised", "reject", "authorised", HOUR, null, "declined"],
  ["authorised", "reject", "declined", 1_000, "rejected", "settled"],
  ["pending", "approve", "doubtful", HOUR, null, null],
  ["pending", "approve", "unmapped", HOUR, null, null],
])("%s, an unknown %s, a query that reports %s after %d ms: the hold is %s, the decision %s", (...row) => {
  const [state, action, reading, askedAt, decision, status] = row;
  const result = learn(held(state, gatewayHold, [review(action)]), reading, askedAt);
  const ofReview = result.conclusions.filter(({ operationId }) => operationId === "op_review");
  expect(result.hold?.decision ?? null).toBe(decision);
  expect(ofReview.map((conclusion) => conclusion.status)).toEqual(status === null ? [] : [status]);
});

test.each<[ReviewHold["decision"]]>([[null], ["approved"], ["rejected"]])(
  "a late reject of captured money changes no amount and raises an item, whether the hold was %s before",
  (decision) => {
    const snapshot = held("captured", { reason: "gateway", decision });
    const result = learn(snapshot, "declined");
    expect([result.state, result.amounts.captured]).toEqual(["captured", 1000n]);
    expect(result.attention.map(({ kind }) => kind)).toEqual(["rejected_after_capture"]);
  },
);

test("a decline of a payment that was never held remains a backward transition", () => {
  expect(learn(held("captured", null), "declined").attention.map(({ kind }) => kind)).toEqual(["backward_move"]);
  expect(learn(held("authorised", { ...gatewayHold, decision: "approved" }), "declined").attention).toMatchObject([
    { kind: "backward_move" },
  ]);
});

test.each<[ReviewHold | null, "capture" | "void" | "review", string | null]>([
  [gatewayHold, "capture", "held_for_review"],
  [ownerHold, "capture", "held_for_review"],
  [{ ...gatewayHold, decision: "rejected" }, "capture", "rejected_in_review"],
  [{ ...gatewayHold, decision: "approved" }, "capture", null],
  [null, "capture", null],
  [gatewayHold, "void", null],
  [gatewayHold, "review", null],
  [ownerHold, "review", "held_by_owner"],
  [null, "review", "not_held"],
  [{ ...gatewayHold, decision: "approved" }, "review", "already_decided"],
])("held as %o: a %s is refused with %s", (hold, kind, code) => {
  const request = { kind, amount: 1000n, isRecording: false, multipleCaptures: false };
  expect(refusalOf(held("authorised", hold), request)?.code ?? null).toBe(code);
});

test("captures, voids and decisions exclude each other while one is open; a refund excludes neither", () => {
  const request = (kind: "capture" | "void" | "review" | "refund") => ({
    kind,
    amount: 1000n,
    isRecording: false,
    multipleCaptures: false,
  });
  const open = held("authorised", gatewayHold, [review("approve", "sending")]);
  for (const kind of ["capture", "void", "review"] as const)
    expect(refusalOf(open, request(kind))?.code).toBe("operation_open");
  const captured = held("captured", gatewayHold, [review("approve", "sending")]);
  expect(refusalOf(captured, request("refund"))).toBeNull();
});

test("a hold is decided once, amounts change only by the gateway's reports, and no decision changes any", () => {
  const readings: readonly PaymentReading[] = ["authorised", "captured", "declined", "voided", "pending", "not_found"];
  const outcome = fc.constantFrom("settled", "unknown", "declined", "not_sent" as const);
  const step = fc.oneof(
    fc.record({ reading: fc.constantFrom(...readings), askedAt: fc.constantFrom(1_000, HOUR) }),
    fc.record({ action: fc.constantFrom<ReviewAction>("approve", "reject"), outcome }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom<AttemptState>("pending", "authorised"),
      fc.array(step, { maxLength: 8 }),
      (state, steps) => {
        let snapshot = held(state, gatewayHold);
        for (const each of steps) {
          const before = snapshot;
          const next = "reading" in each ? learn(snapshot, each.reading, each.askedAt) : answer(snapshot, each);
          if (before.hold?.decision) expect(next.hold).toBeUndefined();
          if ("action" in each) expect([next.state, next.amounts.captured]).toEqual([before.state, before.captured]);
          snapshot = { ...before, ...next.amounts, state: next.state, hold: next.hold ?? before.hold };
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

function answer(snapshot: AttemptSnapshot, { action, outcome: kind }: { action: ReviewAction; outcome: string }) {
  const reason = { code: "x", message: "x" };
  const operation = review(action, "sending");
  const context = { source: "response", askedAt: 0, operationId: operation.id, unknownFinalAfterMs: 900_000 } as const;
  const outcome =
    kind === "settled"
      ? ({ kind, fact: payment("pending") } as const)
      : kind === "declined"
        ? ({ kind, fact: null, reason } as const)
        : ({ kind: kind === "unknown" ? "unknown" : "not_sent", reason } as const);
  return reduceOutcome(snapshot, operation, outcome, context);
}
