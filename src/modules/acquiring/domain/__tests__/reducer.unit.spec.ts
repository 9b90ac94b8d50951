import fc from "fast-check";
import type { PaymentReading } from "../../../../gateway/model/facts";
import { createGatewayPaymentId } from "../../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../../gateway/model/money";
import { reduce } from "../reducer";
import type { FactContext, OperationStatus } from "../snapshot";
import { mayMove } from "../states";
import { attempt, early, EUR, notify, operation, payment, query, summary } from "./attempts";

/** The reducer's rules for payments, fact by fact, and what must hold whatever comes. */
test.each([
  ["created", "authorised", "authorised", ["authorised"], []],
  ["created", "captured", "captured", ["authorised", "captured"], []],
  ["created", "refunded", "captured", ["authorised", "captured"], []],
  ["created", "declined", "declined", ["declined"], []],
  ["created", "pending", "pending", ["authorise_pending"], []],
  ["created", "action_required", "action_required", ["action_required"], []],
  ["created", "doubtful", "unknown", ["authorise_unknown"], []],
  ["created", "unmapped", "unknown", ["authorise_unknown"], ["unmapped_code"]],
  ["created", "voided", "voided", ["authorised", "voided"], []],
  ["unknown", "authorised", "authorised", ["authorised"], []],
  ["unknown", "doubtful", "unknown", [], []],
  ["unknown", "not_found", "declined", ["authorise_not_applied"], []],
  ["pending", "not_found", "pending", [], []],
  ["pending", "authorised", "authorised", ["authorised"], []],
  ["pending", "declined", "declined", ["declined"], []],
  ["authorised", "authorised", "authorised", [], []],
  ["authorised", "captured", "captured", ["captured"], []],
  ["authorised", "voided", "voided", ["voided"], []],
  ["authorised", "pending", "authorised", [], []],
  ["authorised", "declined", "authorised", [], ["backward_move"]],
  ["authorised", "not_found", "authorised", [], []],
  ["captured", "captured", "captured", [], []],
  ["captured", "refunded", "captured", [], []],
  ["captured", "declined", "captured", [], ["backward_move"]],
  ["captured", "voided", "captured", [], ["backward_move"]],
  ["captured", "authorised", "captured", [], ["backward_move"]],
  ["voided", "voided", "voided", [], []],
  ["voided", "authorised", "voided", [], ["backward_move"]],
  ["voided", "declined", "voided", [], []],
  ["declined", "declined", "declined", [], []],
  ["declined", "authorised", "authorised", ["authorised"], ["late_or_duplicate_payment"]],
  ["expired", "captured", "captured", ["authorised", "captured"], ["late_or_duplicate_payment"]],
] as const)("%s and the query reports %s: %s", (state, reading, after, entries, attention) => {
  expect(summary(reduce(attempt(state), payment(reading), query))).toEqual([after, entries, attention]);
});

test("a late notification of an earlier state is not a contradiction, only a query can be one", () => {
  expect(summary(reduce(attempt("captured"), payment("authorised"), notify))).toEqual(["captured", [], []]);
  expect(summary(reduce(attempt("voided"), payment("authorised"), notify))).toEqual(["voided", [], []]);
});

test("not found soon after the send proves nothing", () => {
  expect(summary(reduce(attempt("unknown"), payment("not_found"), early))).toEqual(["unknown", [], []]);
  expect(summary(reduce(attempt("unknown"), payment("not_found"), notify))).toEqual(["unknown", [], []]);
});

test.each([
  ["another amount", { money: createMoney(1001n, EUR) }, "amount_mismatch"],
  ["another currency", { money: createMoney(1000n, createCurrency("USD")) }, "amount_mismatch"],
  ["another transaction", { gatewayPaymentId: createGatewayPaymentId("18") }, "order_mismatch"],
])("a fact about %s changes nothing", (_name, more, attention) => {
  expect(summary(reduce(attempt("authorised"), payment("captured", more), query))).toEqual([
    "authorised",
    ["fact_refused"],
    [attention],
  ]);
});

test("a proven capture has our own amount if we sent one, otherwise the whole authorisation", () => {
  const operations = [operation("capture", "unknown", { amount: 300n })];
  const ours = reduce(attempt("authorised", { operations }), payment("captured"), query);
  expect(ours.amounts.captured).toBe(300n);
  expect(reduce(attempt("authorised"), payment("captured"), query).amounts.captured).toBe(1000n);
});

test.each<readonly [string, Partial<FactContext>, boolean]>([
  ["a query alone says so", {}, true],
  ["a notification names another amount", { claims: { captured: 1000n } }, true],
  ["a notification names its amount", { claims: { captured: 300n } }, false],
  ["its own answer says so", { source: "response", operationId: "op_capture" }, false],
])("whether the gateway saw our capture is undecided if %s", (_name, told, isInferred) => {
  const operations = [operation("capture", "unknown", { amount: 300n })];
  const ours = reduce(attempt("authorised", { operations }), payment("captured"), { ...query, ...told });
  const conclusion = { operationId: "op_capture", status: "settled" };
  expect(ours.conclusions).toEqual([isInferred ? { ...conclusion, isInferred } : conclusion]);
});

test("an open capture or void is disproved only by a query long after it was sent", () => {
  const both = attempt("authorised", { operations: [operation("capture", "unknown")] });
  expect(summary(reduce(both, payment("authorised"), early))[1]).toEqual([]);
  expect(summary(reduce(both, payment("authorised"), query))[1]).toEqual(["capture_not_applied"]);
  const voiding = attempt("authorised", { operations: [operation("void", "unknown")] });
  expect(summary(reduce(voiding, payment("authorised"), query))[1]).toEqual(["void_not_applied"]);
  expect(summary(reduce(both, payment("authorised"), notify))[1]).toEqual([]);
  expect(summary(reduce(voiding, payment("authorised"), notify))[1]).toEqual([]);
  expect(summary(reduce(voiding, payment("declined"), query))).toEqual(["voided", ["voided"], []]);
  expect(summary(reduce(voiding, payment("captured"), query))[1]).toEqual(["captured", "void_declined"]);
  expect(summary(reduce(both, payment("voided"), query))[1]).toEqual(["voided", "capture_declined"]);
});

test("a code shared by voided and pending payments means voided only while our own void is open", () => {
  const voiding = attempt("authorised", { operations: [operation("void", "unknown")] });
  const settled = reduce(voiding, payment("voided_or_pending"), query);
  expect(summary(settled)).toEqual(["voided", ["voided"], []]);
  expect(settled.conclusions).toEqual([{ operationId: "op_void", status: "settled" }]);
  // Right after the send the gateway may still show it as it was before the authorisation; a notification proves nothing.
  expect(summary(reduce(voiding, payment("voided_or_pending"), early))).toEqual(["authorised", [], []]);
  expect(summary(reduce(voiding, payment("voided_or_pending"), notify))).toEqual(["authorised", [], []]);
  const unasked = { ...query, operationsWhenAsked: new Map([["op_void", "not_sent" as const]]) };
  expect(summary(reduce(voiding, payment("voided_or_pending"), unasked))).toEqual(["authorised", [], []]);
  // Without a void of ours it waits, or a person looks; a verified notification of a void is as good as ours.
  expect(summary(reduce(attempt("created"), payment("voided_or_pending"), query))[0]).toBe("pending");
  expect(summary(reduce(attempt("authorised"), payment("voided_or_pending"), query))[2]).toEqual(["backward_move"]);
  expect(summary(reduce(attempt("authorised"), payment("voided_or_pending"), early))[2]).toEqual([]);
  const claimed = { ...query, claims: { voided: true } };
  expect(summary(reduce(attempt("authorised"), payment("voided_or_pending"), claimed))[0]).toBe("voided");
  expect(summary(reduce(attempt("captured"), payment("voided_or_pending"), query))).toEqual([
    "captured",
    [],
    ["backward_move"],
  ]);
  expect(summary(reduce(attempt("voided"), payment("voided_or_pending"), query))).toEqual(["voided", [], []]);
});

test("a query from before a capture or void was sent proves neither", () => {
  const before = (...known: readonly (readonly [string, OperationStatus])[]): FactContext => ({
    ...query,
    operationsWhenAsked: new Map(known),
  });
  const capturing = attempt("authorised", { operations: [operation("capture", "sending", { amount: 300n })] });
  expect(summary(reduce(capturing, payment("captured"), before()))).toEqual(["authorised", [], []]);
  expect(summary(reduce(capturing, payment("captured"), before(["op_capture", "not_sent"])))[1]).toEqual([]);
  expect(reduce(capturing, payment("captured"), before(["op_capture", "sending"])).amounts.captured).toBe(300n);
  const voiding = attempt("authorised", { operations: [operation("void", "unknown")] });
  expect(summary(reduce(voiding, payment("declined"), before()))).toEqual(["authorised", [], ["backward_move"]]);
  expect(reduce(voiding, payment("declined"), before(["op_void", "sending"])).state).toBe("voided");
});

test("a payment that failed afterwards has no capture either, and an item is raised", () => {
  const capturing = attempt("authorised", { operations: [operation("capture", "unknown")] });
  expect(summary(reduce(capturing, payment("declined"), early))).toEqual(["authorised", [], ["backward_move"]]);
  const late = reduce(capturing, payment("declined"), query);
  expect(summary(late)).toEqual(["authorised", ["capture_not_applied"], ["backward_move"]]);
  expect(late.conclusions).toEqual([{ operationId: "op_capture", status: "declined" }]);
});

const readings: PaymentReading[] = [
  "authorised",
  "captured",
  "refunded",
  "declined",
  "pending",
  "action_required",
  "not_found",
  "doubtful",
  "unmapped",
];

test("9 duplicates and late facts never break an invariant: transitions are listed, amounts nest, a repeated fact changes nothing", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...readings), fc.constantFrom("query", "notify")), { maxLength: 12 }),
      (facts) => {
        let snapshot = attempt("created");
        for (const [reading, source] of facts) {
          const context: FactContext = source === "query" ? query : notify;
          const decision = reduce(snapshot, payment(reading), context);
          let from = snapshot.state;
          for (const entry of decision.entries) {
            if (entry.to !== from) expect(mayMove(from, entry.to)).toBe(true);
            from = entry.to;
          }
          const { authorised, captured: taken, refunded, refundPending } = decision.amounts;
          expect(refunded + refundPending <= taken && taken <= authorised && authorised <= 1000n).toBe(true);
          const done = new Map(decision.conclusions.map(({ operationId, status }) => [operationId, status]));
          snapshot = {
            ...snapshot,
            ...decision.amounts,
            state: decision.state,
            operations: snapshot.operations.map((own) => ({ ...own, status: done.get(own.id) ?? own.status })),
          };
          expect(
            reduce(snapshot, payment(reading), context).entries.filter(({ kind }) => kind !== "fact_refused"),
          ).toEqual([]);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});
