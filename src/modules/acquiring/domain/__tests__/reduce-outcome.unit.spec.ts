import { createMoney } from "../../../../gateway/model/money";
import { reduceOutcome } from "../reduce-outcome";
import type { FactContext } from "../snapshot";
import { attempt, EUR, operation, payment, query, refund, summary } from "./attempts";

/** What the answer to our own write does, and what it does when it comes too late. */
const reason = { code: "x", message: "y" };
const answers = (id: string): FactContext => ({ ...query, source: "response", operationId: id });

test.each([
  ["settled", { kind: "settled", fact: payment("authorised") }, "authorised", "settled"],
  ["pending", { kind: "pending", fact: payment("pending"), reason }, "pending", "pending"],
  ["declined", { kind: "declined", fact: null, reason }, "declined", "declined"],
  ["not_sent", { kind: "not_sent", reason }, "declined", "not_sent"],
  ["unknown", { kind: "unknown", reason }, "unknown", "unknown"],
] as const)("an authorise response %s", (_name, outcome, state, status) => {
  const created = attempt("created");
  const [own] = created.operations;
  const decision = reduceOutcome(created, own ?? operation("authorise", "sending"), outcome, answers("op_authorise"));
  expect([decision.state, decision.conclusions]).toEqual([state, [{ operationId: "op_authorise", status }]]);
});

test.each(["capture", "void", "refund"] as const)("every outcome of a %s is recorded, and only once", (kind) => {
  const base = attempt(kind === "refund" ? "captured" : "authorised");
  const own = operation(kind, "sending");
  const before = { ...base, operations: [...base.operations, own] };
  const fact =
    kind === "refund" ? refund("accepted") : payment(kind === "void" ? "voided" : "captured", { money: null });
  const conclude = (outcome: Parameters<typeof reduceOutcome>[2], with_ = own) =>
    reduceOutcome(before, with_, outcome, answers(own.id)).conclusions.map(({ status }) => status);
  expect(conclude({ kind: "settled", fact })).toEqual([kind === "refund" ? "pending" : "settled"]);
  expect(conclude({ kind: "pending", fact: kind === "refund" ? refund("unmapped") : fact, reason })).toEqual([
    "unknown",
  ]);
  expect(conclude({ kind: "declined", fact: null, reason })).toEqual(["declined"]);
  expect(conclude({ kind: "not_sent", reason })).toEqual(["not_sent"]);
  expect(conclude({ kind: "unknown", reason })).toEqual(["unknown"]);
  expect(conclude({ kind: "unknown", reason }, { ...own, status: "unknown" })).toEqual([]);
  expect(conclude({ kind: "settled", fact }, { ...own, status: "settled" })).toEqual([]);
});

test("the response to a capture that a query found first tells whose capture it was", () => {
  const own = { ...operation("capture", "settled"), isInferred: true as const };
  const base = attempt("captured");
  const before = { ...base, operations: [...base.operations, own] };
  const late = (outcome: Parameters<typeof reduceOutcome>[2]) => reduceOutcome(before, own, outcome, answers(own.id));
  const done = late({ kind: "settled", fact: payment("captured", { money: null }) });
  expect(done.entries).toEqual([
    { kind: "capture_confirmed", operationId: own.id, amount: own.amount, to: "captured" },
  ]);
  expect([done.state, done.amounts.captured, done.cleared]).toEqual([
    "captured",
    base.captured,
    ["capture_unconfirmed"],
  ]);
  const refused = late({ kind: "declined", fact: null, reason });
  expect([refused.entries, refused.attention.map(({ kind }) => kind)]).toEqual([[], ["capture_unconfirmed"]]);
  expect(late({ kind: "not_sent", reason }).attention.map(({ kind }) => kind)).toEqual(["capture_unconfirmed"]);
  expect(late({ kind: "unknown", reason }).entries).toEqual([]);
  const { isInferred: _, ...known } = own;
  const certain = reduceOutcome(before, known, { kind: "declined", fact: null, reason }, answers(own.id));
  expect([certain.entries, certain.attention]).toEqual([[], []]);
});

test("a response after a query changed the attempt changes nothing more", () => {
  const known = attempt("authorised", { operations: [operation("authorise", "unknown")] });
  expect(
    reduceOutcome(known, operation("authorise", "unknown"), { kind: "unknown", reason }, answers("op_authorise"))
      .entries,
  ).toEqual([]);
  const unknown = attempt("unknown", { operations: [operation("authorise", "unknown")] });
  expect(
    reduceOutcome(unknown, operation("authorise", "unknown"), { kind: "unknown", reason }, answers("op_authorise"))
      .entries,
  ).toEqual([]);
});

test.each([
  ["pending", "action_required", "action_required", "pending"],
  ["pending", "pending", "pending", "pending"],
  ["pending", "doubtful", "pending", "pending"],
  ["pending", "authorised", "authorised", "settled"],
  ["pending", "captured", "captured", "settled"],
  ["pending", "declined", "declined", "declined"],
  ["action_required", "action_required", "action_required", "pending"],
  ["action_required", "pending", "action_required", "pending"],
  ["action_required", "doubtful", "action_required", "pending"],
  ["action_required", "authorised", "authorised", "settled"],
  ["action_required", "declined", "declined", "declined"],
] as const)(
  "after a query made it %s the authorisation's own response %s is recorded",
  (state, reading, after, status) => {
    const own = operation("authorise", "pending");
    const isSettled = reading === "authorised" || reading === "captured";
    const fact = payment(reading);
    const kind = reading === "declined" ? "declined" : "pending";
    const outcome = isSettled ? ({ kind: "settled", fact } as const) : ({ kind, fact, reason } as const);
    const decision = reduceOutcome(attempt(state, { operations: [own] }), own, outcome, answers(own.id));
    expect([decision.state, decision.conclusions]).toEqual([after, [{ operationId: own.id, status }]]);
  },
);

test("no response, a refused amount and a response after the decision leave an authorisation as a query found it", () => {
  const own = operation("authorise", "pending");
  const waiting = attempt("pending", { operations: [own] });
  const respond = (outcome: Parameters<typeof reduceOutcome>[2], before = waiting) =>
    reduceOutcome(before, before.operations[0] ?? own, outcome, answers(own.id));
  for (const kind of ["unknown", "not_sent"] as const) {
    expect([summary(respond({ kind, reason })), respond({ kind, reason }).conclusions]).toEqual([
      ["pending", [], []],
      [],
    ]);
  }
  const other = payment("authorised", { money: createMoney(5n, EUR) });
  expect(summary(respond({ kind: "settled", fact: other }))).toEqual([
    "pending",
    ["fact_refused"],
    ["amount_mismatch"],
  ]);
  const pending = { kind: "pending", fact: payment("pending"), reason } as const;
  expect(summary(respond(pending, attempt("authorised")))).toEqual(["authorised", [], []]);
});
