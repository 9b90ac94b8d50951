import fc from "fast-check";
import type { PaymentFact, PaymentReading, RefundFact, RefundReading } from "../../../../gateway/facts";
import { createGatewayPaymentId, createOperationId, createOrderNo } from "../../../../gateway/ids";
import { createCurrency, createMoney } from "../../../../gateway/money";
import { reduceOutcome } from "../outcomes";
import { refusalOf } from "../permission";
import { reduce } from "../reducer";
import { reduceRefundAbsence } from "../refunds";
import type {
  AttemptSnapshot,
  Decision,
  FactContext,
  OperationKind,
  OperationSnapshot,
  OperationStatus,
} from "../snapshot";
import { assertNever } from "../snapshot";
import type { AttemptState } from "../states";
import { attemptStates, holdsMoney, isOpen, mayMove, stateMeaning, transitions } from "../states";

/** The reducer's rules, fact by fact, and what must hold whatever comes. */
const EUR = createCurrency("EUR");
const orderNo = createOrderNo("acq_1");
const REFUND = createOperationId("acqop_refund0001");
const HOUR = 3_600_000;

const operation = (
  kind: OperationKind,
  status: OperationStatus,
  more: Partial<OperationSnapshot> = {},
): OperationSnapshot => ({
  id: kind === "refund" ? REFUND : `op_${kind}`,
  kind,
  amount: kind === "refund" ? 400n : 1000n,
  status,
  sentAt: 0,
  ...more,
});

const attempt = (state: AttemptState, more: Partial<AttemptSnapshot> = {}): AttemptSnapshot => ({
  state,
  currency: EUR,
  requested: 1000n,
  authorised: holdsMoney(state) || state === "voided" ? 1000n : 0n,
  captured: state === "captured" ? 1000n : 0n,
  refunded: 0n,
  refundPending: 0n,
  gatewayPaymentId: holdsMoney(state) ? "17" : null,
  hasReturned: false,
  hold: null,
  mode: "card",
  operations: [operation("authorise", state === "created" ? "sending" : "settled")],
  ...more,
});

const payment = (reading: PaymentReading, more: Partial<PaymentFact> = {}): PaymentFact => ({
  kind: "payment",
  orderNo,
  reading,
  waitsForShopper: false,
  gatewayPaymentId: createGatewayPaymentId("17"),
  money: createMoney(1000n, EUR),
  code: null,
  message: null,
  card: null,
  risk: null,
  threeDs: null,
  actionUrl: null,
  token: null,
  raw: { payment_status: "7777" },
  ...more,
});

const refund = (reading: RefundReading, more: Partial<RefundFact> = {}): RefundFact => ({
  kind: "refund",
  orderNo,
  reading,
  gatewayPaymentId: null,
  money: createMoney(400n, EUR),
  reference: null,
  operationId: REFUND,
  code: null,
  message: null,
  raw: {},
  ...more,
});

const query: FactContext = { source: "query", askedAt: HOUR, answers: null, notFoundFinalAfterMs: 900_000 };
const early: FactContext = { ...query, askedAt: 1_000 };
const notify: FactContext = { ...query, source: "notify" };
const summary = (decision: Decision) => [
  decision.state,
  decision.entries.map(({ kind }) => kind),
  decision.attention.map(({ kind }) => kind),
];

test.each([
  ["created", "authorised", "authorised", ["authorised"], []],
  ["created", "captured", "captured", ["authorised", "captured"], []],
  ["created", "refunded", "captured", ["authorised", "captured"], []],
  ["created", "declined", "declined", ["declined"], []],
  ["created", "pending", "pending", ["authorise_pending"], []],
  ["created", "action_required", "action_required", ["action_required"], []],
  ["created", "doubtful", "unknown", ["authorise_unknown"], []],
  ["created", "unlisted", "unknown", ["authorise_unknown"], ["unlisted_code"]],
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
  ["declined", "authorised", "authorised", ["authorised"], ["late_or_double_money"]],
  ["expired", "captured", "captured", ["authorised", "captured"], ["late_or_double_money"]],
] as const)("%s and the query says %s: %s", (state, reading, after, entries, attention) => {
  expect(summary(reduce(attempt(state), payment(reading), query))).toEqual([after, entries, attention]);
});

test("a late notification of what was passed already is not contradictory, only a query can be", () => {
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
])("a fact that speaks of %s changes nothing", (_name, more, attention) => {
  expect(summary(reduce(attempt("authorised"), payment("captured", more), query))).toEqual([
    "authorised",
    ["fact_refused"],
    [attention],
  ]);
});

test("a proven capture has our own amount when we sent one, else the whole authorisation", () => {
  const operations = [operation("capture", "unknown", { amount: 300n })];
  const ours = reduce(attempt("authorised", { operations }), payment("captured"), query);
  expect([ours.amounts.captured, ours.conclusions]).toEqual([300n, [{ operationId: "op_capture", status: "settled" }]]);
  expect(reduce(attempt("authorised"), payment("captured"), query).amounts.captured).toBe(1000n);
});

test("an open capture or void is disproved only by a query long after it was sent", () => {
  const both = attempt("authorised", { operations: [operation("capture", "unknown")] });
  expect(summary(reduce(both, payment("authorised"), early))[1]).toEqual([]);
  expect(summary(reduce(both, payment("authorised"), query))[1]).toEqual(["capture_not_applied"]);
  const voiding = attempt("authorised", { operations: [operation("void", "unknown")] });
  expect(summary(reduce(voiding, payment("authorised"), query))[1]).toEqual(["void_not_applied"]);
  expect(summary(reduce(voiding, payment("declined"), query))).toEqual(["voided", ["voided"], []]);
  expect(summary(reduce(voiding, payment("captured"), query))[1]).toEqual(["captured", "void_declined"]);
  expect(summary(reduce(both, payment("voided"), query))[1]).toEqual(["voided", "capture_declined"]);
});

test("an answer to a question from before a capture or void was sent proves neither", () => {
  const capturing = attempt("authorised", {
    operations: [operation("capture", "sending", { amount: 300n, sentAt: HOUR })],
  });
  const before: FactContext = { ...query, askedAt: HOUR - 1 };
  expect(summary(reduce(capturing, payment("captured"), before))).toEqual(["authorised", [], []]);
  expect(reduce(capturing, payment("captured"), query).amounts.captured).toBe(300n);
  const voiding = attempt("authorised", { operations: [operation("void", "unknown", { sentAt: HOUR })] });
  expect(summary(reduce(voiding, payment("declined"), before))).toEqual(["authorised", [], ["backward_move"]]);
  expect(summary(reduce(voiding, payment("declined"), query))).toEqual(["voided", ["voided"], []]);
});

test("a payment that failed afterwards has no capture either, and a person is told", () => {
  const capturing = attempt("authorised", { operations: [operation("capture", "unknown")] });
  expect(summary(reduce(capturing, payment("declined"), early))).toEqual(["authorised", [], ["backward_move"]]);
  const late = reduce(capturing, payment("declined"), query);
  expect(summary(late)).toEqual(["authorised", ["capture_not_applied"], ["backward_move"]]);
  expect(late.conclusions).toEqual([{ operationId: "op_capture", status: "declined" }]);
});

const captured = (status: OperationStatus, more: Partial<AttemptSnapshot> = {}) =>
  attempt("captured", { operations: [operation("refund", status)], ...more });

test.each([
  ["sending", "accepted", [0n, 400n], ["refund_accepted"], []],
  ["unknown", "succeeded", [400n, 0n], ["refund_succeeded"], []],
  ["unknown", "failed", [0n, 0n], ["refund_declined"], []],
  ["declined", "succeeded", [400n, 0n], ["refund_succeeded"], ["refund_unexpected"]],
  ["declined", "failed", [0n, 0n], [], []],
  ["unknown", "unlisted", [0n, 0n], [], ["unlisted_code"]],
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
  "an answer from before we learned that a refund is %s does not make it %s: it is asked again",
  (status, reading) => {
    const amounts = status === "settled" ? { refunded: 400n } : {};
    const known = captured(status, { ...amounts, operations: [operation("refund", status, { concludedAt: HOUR })] });
    const overtaken = reduce(known, refund(reading), { ...query, askedAt: HOUR - 1 });
    expect([...summary(overtaken), overtaken.askAgain]).toEqual(["captured", [], [], true]);
    const later = reduce(known, refund(reading), query);
    expect([later.entries.length, later.askAgain]).toEqual([1, undefined]);
  },
);

test("refunds that are not ours, not of our amount, or too many are shown to a person", () => {
  expect(summary(reduce(captured("unknown"), refund("succeeded", { operationId: null }), query))[2]).toEqual([
    "refund_elsewhere",
  ]);
  expect(summary(reduce(captured("unknown"), refund("succeeded", { money: createMoney(1n, EUR) }), query))[2]).toEqual([
    "amount_mismatch",
  ]);
  expect(summary(reduce(captured("unknown", { refunded: 700n }), refund("succeeded"), query))[2]).toEqual([
    "refund_unexpected",
  ]);
});

test("a refund that a complete list leaves out did not happen, once that is proven", () => {
  expect(reduceRefundAbsence(captured("unknown"), new Set(), query).conclusions).toEqual([
    { operationId: REFUND, status: "declined" },
  ]);
  expect(reduceRefundAbsence(captured("unknown"), new Set(), early).conclusions).toEqual([]);
  expect(reduceRefundAbsence(captured("unknown"), new Set([REFUND]), query).conclusions).toEqual([]);
});

const reason = { code: "x", message: "y" };
const answers = (id: string): FactContext => ({ ...query, source: "response", answers: id });

test.each([
  ["settled", { kind: "settled", fact: payment("authorised") }, "authorised", "settled"],
  ["pending", { kind: "pending", fact: payment("pending"), reason }, "pending", "pending"],
  ["declined", { kind: "declined", fact: null, reason }, "declined", "declined"],
  ["not_sent", { kind: "not_sent", reason }, "declined", "not_sent"],
  ["unknown", { kind: "unknown", reason }, "unknown", "unknown"],
] as const)("an authorise answered %s", (_name, outcome, state, status) => {
  const created = attempt("created");
  const [own] = created.operations;
  const decision = reduceOutcome(created, own ?? operation("authorise", "sending"), outcome, answers("op_authorise"));
  expect([decision.state, decision.conclusions]).toEqual([state, [{ operationId: "op_authorise", status }]]);
});

test.each(["capture", "void", "refund"] as const)("every outcome of a %s is booked, and only once", (kind) => {
  const base = attempt(kind === "refund" ? "captured" : "authorised");
  const own = operation(kind, "sending");
  const before = { ...base, operations: [...base.operations, own] };
  const fact =
    kind === "refund" ? refund("accepted") : payment(kind === "void" ? "voided" : "captured", { money: null });
  const conclude = (outcome: Parameters<typeof reduceOutcome>[2], with_ = own) =>
    reduceOutcome(before, with_, outcome, answers(own.id)).conclusions.map(({ status }) => status);
  expect(conclude({ kind: "settled", fact })).toEqual([kind === "refund" ? "pending" : "settled"]);
  expect(conclude({ kind: "pending", fact: kind === "refund" ? refund("unlisted") : fact, reason })).toEqual([
    "unknown",
  ]);
  expect(conclude({ kind: "declined", fact: null, reason })).toEqual(["declined"]);
  expect(conclude({ kind: "not_sent", reason })).toEqual(["not_sent"]);
  expect(conclude({ kind: "unknown", reason })).toEqual(["unknown"]);
  expect(conclude({ kind: "unknown", reason }, { ...own, status: "unknown" })).toEqual([]);
  expect(conclude({ kind: "settled", fact }, { ...own, status: "settled" })).toEqual([]);
});

test("an answer that comes after a query changed the attempt changes nothing more", () => {
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

const wish = { kind: "capture", amount: 1000n, isRecording: false, multipleCaptures: false } as const;

test.each([
  [attempt("authorised"), wish, null],
  [attempt("authorised"), { ...wish, amount: 1001n }, "amount_too_high"],
  [attempt("authorised"), { ...wish, amount: 0n }, "amount_not_positive"],
  [attempt("captured", { captured: 300n }), { ...wish, amount: 100n }, "already_captured"],
  [attempt("captured", { captured: 300n }), { ...wish, amount: 700n, multipleCaptures: true }, null],
  [attempt("pending"), { ...wish }, "no_gateway_id"],
  [attempt("pending", { gatewayPaymentId: "17" }), wish, "not_capturable"],
  [attempt("authorised"), { ...wish, isRecording: true }, "earlier_being_recorded"],
  [attempt("authorised", { operations: [operation("capture", "unknown")] }), wish, "operation_open"],
  [attempt("authorised", { operations: [operation("void", "sending")] }), wish, "operation_open"],
  [
    attempt("authorised", { operations: [operation("capture", "sending")] }),
    { ...wish, kind: "void" as const },
    "operation_open",
  ],
  [attempt("authorised"), { ...wish, kind: "void" as const }, null],
  [attempt("captured"), { ...wish, kind: "void" as const }, "not_voidable"],
  [attempt("captured"), { ...wish, kind: "refund" as const }, null],
  [attempt("captured", { refunded: 1n }), { ...wish, kind: "refund" as const }, "amount_too_high"],
  [attempt("captured"), { ...wish, kind: "refund" as const, amount: 0n }, "amount_not_positive"],
  [captured("unknown"), { ...wish, kind: "refund" as const, amount: 1n }, "operation_open"],
])("permission case %#", (snapshot, asked, code) => {
  expect(refusalOf(snapshot, asked)?.code ?? null).toBe(code);
});

test("the transition table knows every state, and no move leads back to an open one from money", () => {
  for (const state of attemptStates) expect(stateMeaning[state].length).toBeGreaterThan(10);
  for (const from of attemptStates)
    for (const to of attemptStates) expect(mayMove(from, to)).toBe(transitions[from][to] !== undefined);
  for (const from of ["authorised", "captured", "voided"] as const)
    for (const to of attemptStates) if (isOpen(to)) expect(mayMove(from, to)).toBe(false);
  // @ts-expect-error -- nothing may reach it
  expect(() => assertNever("x")).toThrow("Unhandled");
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
  "unlisted",
];

test("9 duplicates and late facts never break an invariant: moves are listed, amounts nest, a repeated fact changes nothing", () => {
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
