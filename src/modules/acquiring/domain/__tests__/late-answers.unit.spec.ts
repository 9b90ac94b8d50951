import { reduceOutcome } from "../reduce-outcome";
import type { AttemptSnapshot, FactContext, OperationKind } from "../snapshot";
import { attempt, operation, payment, query, refund, summary } from "./attempts";

/** What the gateway took after it had said that it knew nothing of it: the process stood still before it sent. */
const reason = { code: "x", message: "y" };
const answers = (id: string): FactContext => ({ ...query, source: "response", operationId: id });

/** The answer to an operation that was given up. */
function late(
  state: "authorised" | "captured" | "voided",
  kind: Exclude<OperationKind, "authorise">,
  more: Partial<AttemptSnapshot> = {},
  kinds: "settled" | "unknown" | "not_sent" = "settled",
) {
  const own = operation(kind, "declined", kind === "capture" ? { amount: 600n } : {});
  const base = attempt(state, more);
  const before = { ...base, operations: [...base.operations, own] };
  const fact =
    kind === "refund" ? refund("accepted") : payment(kind === "void" ? "voided" : "captured", { money: null });
  const outcome = kinds === "settled" ? ({ kind: kinds, fact } as const) : ({ kind: kinds, reason } as const);
  return reduceOutcome(before, own, outcome, answers(own.id));
}

test("an abandoned refund that succeeds counts, and an item is raised", () => {
  const decision = late("captured", "refund");
  expect(summary(decision)).toEqual(["captured", ["refund_accepted"], ["refund_unexpected"]]);
  expect([decision.amounts.refundPending, decision.conclusions]).toEqual([
    400n,
    [{ operationId: operation("refund", "declined").id, status: "pending" }],
  ]);
});

test("an abandoned capture that succeeds counts", () => {
  const decision = late("authorised", "capture");
  expect(summary(decision)).toEqual(["captured", ["captured"], []]);
  expect([decision.amounts.captured, decision.conclusions]).toEqual([
    600n,
    [{ operationId: "op_capture", status: "settled" }],
  ]);
});

test("after another capture it counts as far as it fits, and an item is raised", () => {
  const other = operation("capture", "settled", { id: "op_other", amount: 300n });
  const settled = (amount: bigint) => ({
    captured: amount,
    operations: [operation("authorise", "settled"), { ...other, amount }],
  });
  const both = late("captured", "capture", settled(300n));
  expect([both.amounts.captured, both.attention.map(({ kind }) => kind)]).toEqual([
    900n,
    ["late_or_duplicate_payment"],
  ]);
  const tooMuch = late("captured", "capture", settled(500n));
  expect([tooMuch.amounts.captured, tooMuch.conclusions]).toEqual([500n, []]);
  expect(tooMuch.attention.map(({ kind }) => kind)).toContain("late_or_duplicate_payment");
});

test("an amount that a query counted as captured externally is not counted twice, and an item is raised if it was more", () => {
  expect(summary(late("captured", "capture", { captured: 600n }))).toEqual(["captured", [], []]);
  const more = late("captured", "capture");
  expect([summary(more), more.amounts.captured]).toEqual([["captured", [], ["late_or_duplicate_payment"]], 1_000n]);
});

test("an abandoned void that succeeds ends the payment", () => {
  const decision = late("authorised", "void");
  expect(summary(decision)).toEqual(["voided", ["voided"], []]);
  expect(decision.conclusions).toEqual([{ operationId: "op_void", status: "settled" }]);
});

test.each(["sending", "unknown"] as const)("a void that was repeated, and is %s, is the one that counts", (status) => {
  const own = operation("void", "declined");
  const anew = operation("void", status, { id: "op_anew" });
  const before = attempt("authorised", { operations: [operation("authorise", "settled"), own, anew] });
  const outcome = { kind: "settled", fact: payment("voided", { money: null }) } as const;
  const decision = reduceOutcome(before, own, outcome, answers(own.id));
  expect(summary(decision)).toEqual(["voided", ["voided"], []]);
  expect(decision.conclusions).toEqual([{ operationId: "op_anew", status: "settled" }]);
});

test("what contradicts the payment raises an item and changes no amount", () => {
  expect(summary(late("captured", "void"))).toEqual(["captured", [], ["backward_move"]]);
  expect(summary(late("voided", "capture"))).toEqual(["voided", [], ["late_or_duplicate_payment"]]);
});

test("an abandoned authorisation that succeeds is late money", () => {
  const own = operation("authorise", "declined");
  const before = attempt("declined", { operations: [own] });
  const decision = reduceOutcome(before, own, { kind: "settled", fact: payment("authorised") }, answers(own.id));
  expect(summary(decision)).toEqual(["authorised", ["authorised"], ["late_or_duplicate_payment"]]);
  const undecided = { kind: "pending", fact: payment("pending"), reason } as const;
  expect(summary(reduceOutcome(before, own, undecided, answers(own.id)))).toEqual(["declined", [], []]);
});

test.each(["unknown", "not_sent"] as const)("a response %s to an abandoned operation changes nothing", (kinds) => {
  for (const kind of ["capture", "void", "refund"] as const) {
    expect(summary(late(kind === "refund" ? "captured" : "authorised", kind, {}, kinds))[1]).toEqual([]);
  }
});
