import type { RefundFact } from "../../../../gateway/model/facts";
import { createOperationId } from "../../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../../gateway/model/money";
import { foremost } from "../disputes";
import { reduceOutcome } from "../reduce-outcome";
import { reduce } from "../reducer";
import { confirmExternalCapture } from "../settlement";
import type { AttemptSnapshot, Decision, FactContext, OperationSnapshot } from "../snapshot";
import type { OperationResolution } from "../manual-resolution";
import { resolveManually } from "../manual-resolution";
import { attempt as plain, dispute, EUR, notify, payment, query, refund } from "./attempts";

/** What was done outside the store, captures in parts, a person's decision, disputes: fact by fact. */
const operation = (kind: OperationSnapshot["kind"], more: Partial<OperationSnapshot> = {}): OperationSnapshot => ({
  id: `op_${kind}`,
  kind,
  amount: 400n,
  status: "settled",
  sentAt: 0,
  reference: null,
  ...more,
});

const attempt = (state: AttemptSnapshot["state"], more: Partial<AttemptSnapshot> = {}): AttemptSnapshot =>
  plain(state, {
    authorised: 1000n,
    gatewayPaymentId: "17",
    operations: [operation("authorise", { amount: 1000n })],
    ...more,
  });

const listed = (reading: RefundFact["reading"], more: Partial<RefundFact> = {}): RefundFact => ({
  ...refund(reading, { operationId: null }),
  reference: "RF1",
  ...more,
});
const summary = ({ entries, attention }: Decision): unknown => [
  entries.map(({ kind }) => kind),
  attention.map(({ kind }) => kind),
];

test("an external refund is counted once and gets a row with the gateway's ID", () => {
  const decision = reduce(attempt("captured"), listed("succeeded"), query);
  expect([decision.amounts.refunded, decision.outside]).toEqual([
    400n,
    { reference: "RF1", amount: 400n, status: "settled" },
  ]);
  expect(summary(decision)).toEqual([["refund_succeeded"], []]);
  const operations = [operation("refund", { reference: "RF1" })];
  const after = attempt("captured", { refunded: 400n, operations });
  expect(reduce(after, listed("succeeded"), query)).toMatchObject({ entries: [], amounts: { refunded: 400n } });
});

test("an external refund that the bank has not paid out is pending, then paid out or refused", () => {
  expect(reduce(attempt("captured"), listed("accepted"), query)).toMatchObject({
    amounts: { refunded: 0n, refundPending: 400n },
    outside: { status: "pending" },
  });
  const operations = [operation("refund", { reference: "RF1", status: "pending" })];
  const pending = attempt("captured", { refundPending: 400n, operations });
  expect(reduce(pending, listed("succeeded"), query).amounts).toMatchObject({ refunded: 400n, refundPending: 0n });
  const failed = reduce(pending, listed("failed"), query);
  expect([failed.amounts.refundPending, summary(failed)]).toEqual([0n, [["refund_failed"], ["refund_failed"]]]);
});

test.each<[string, AttemptSnapshot, RefundFact, FactContext, readonly string[]]>([
  ["without a number", attempt("captured"), listed("succeeded", { reference: null }), query, ["external_refund"]],
  ["without an amount", attempt("captured"), listed("succeeded", { money: null }), query, ["external_refund"]],
  ["of nothing", attempt("captured"), listed("succeeded", { money: createMoney(0n, EUR) }), query, ["external_refund"]],
  [
    "in another currency",
    attempt("captured"),
    listed("succeeded", { money: createMoney(400n, createCurrency("USD")) }),
    query,
    ["external_refund"],
  ],
  [
    "of more than was captured",
    attempt("captured", { refunded: 601n }),
    listed("succeeded"),
    query,
    ["external_refund"],
  ],
  ["of what was not captured", attempt("authorised"), listed("succeeded"), query, ["external_refund"]],
  [
    "beside one of ours that is undecided",
    attempt("captured", { operations: [operation("refund", { status: "unknown" })] }),
    listed("succeeded"),
    query,
    ["external_refund"],
  ],
  ["with a status nobody knows", attempt("captured"), listed("unmapped"), query, ["unmapped_code"]],
  ["that failed there", attempt("captured"), listed("failed"), query, []],
  ["of which only a notification speaks", attempt("captured"), listed("succeeded"), notify, []],
])("a refund %s is not recorded", (_name, snapshot, fact, context, attention) => {
  const decision = reduce(snapshot, fact, context);
  expect([decision.outside, decision.entries, decision.attention.map(({ kind }) => kind)]).toEqual([
    undefined,
    [],
    attention,
  ]);
});

test("our refund whose reason is missing in the list is recognised by the ID of its response", () => {
  const operations = [operation("refund", { reference: "RF1", status: "pending" })];
  const decision = reduce(attempt("captured", { refundPending: 400n, operations }), listed("succeeded"), query);
  expect(decision).toMatchObject({
    amounts: { refunded: 400n, refundPending: 0n },
    conclusions: [{ status: "settled" }],
  });
  expect(decision.outside).toBeUndefined();
  const other = listed("succeeded", { operationId: createOperationId("acqop_somebodyelse01"), reference: "RF2" });
  expect(reduce(attempt("captured"), other, query).outside).toMatchObject({ reference: "RF2" });
});

test("an external capture without a known amount is inferred; a claim, our own capture, or a method that is paid at once is not", () => {
  const inferred = (state: "authorised" | "pending", more: object, context: FactContext = query): unknown =>
    reduce(attempt(state, more), payment("captured"), context).isCaptureInferred;
  expect(inferred("authorised", {})).toBe(true);
  expect(inferred("pending", {})).toBe(true);
  expect(inferred("authorised", { mode: "apm" })).toBe(true);
  expect(inferred("pending", { mode: "apm" })).toBeUndefined();
  expect(inferred("authorised", {}, { ...query, claims: { captured: 300n } })).toBeUndefined();
  expect(inferred("authorised", {}, { ...query, claims: { captured: 1001n } })).toBe(true);
  expect(inferred("authorised", {}, { ...query, source: "response" })).toBeUndefined();
  const operations = [operation("capture", { status: "unknown" })];
  expect(inferred("authorised", { operations })).toBeUndefined();
});

test("a notification of the amount confirms an inferred capture once, and closes the item", () => {
  const captured = attempt("captured", { isCaptureInferred: true });
  expect(confirmExternalCapture(captured)).toMatchObject({
    state: "captured",
    entries: [{ kind: "capture_confirmed", operationId: null, amount: 1000n }],
    isCaptureInferred: false,
    cleared: ["capture_unconfirmed"],
  });
  expect(confirmExternalCapture(attempt("captured")).entries).toEqual([]);
});

test("an external capture is of the full amount, unless a verified message states a part and a query reports captured", () => {
  const part = { ...query, claims: { captured: 300n } };
  expect(reduce(attempt("authorised"), payment("captured"), query).amounts.captured).toBe(1000n);
  expect(reduce(attempt("authorised"), payment("captured"), part).amounts.captured).toBe(300n);
  expect(reduce(attempt("authorised"), payment("authorised"), part).amounts.captured).toBe(0n);
  const lie = { ...query, claims: { captured: 1001n } };
  expect(reduce(attempt("authorised"), payment("captured"), lie).amounts.captured).toBe(1000n);
  const operations = [operation("capture", { status: "unknown" })];
  expect(reduce(attempt("authorised", { operations }), payment("captured"), part).amounts.captured).toBe(400n);
});

test("an external void needs both: a verified message, and a query that reports failed", () => {
  const claimed = { ...query, claims: { voided: true } };
  expect(reduce(attempt("authorised"), payment("declined"), claimed).state).toBe("voided");
  expect(reduce(attempt("authorised"), payment("authorised"), claimed).state).toBe("authorised");
  expect(summary(reduce(attempt("authorised"), payment("declined"), query))).toEqual([[], ["backward_move"]]);
  expect(reduce(attempt("captured"), payment("declined"), claimed).state).toBe("captured");
  const refused = attempt("authorised", { operations: [operation("void", { status: "declined" })] });
  expect(reduce(refused, payment("declined"), query).state).toBe("voided");
  const capturing = attempt("authorised", { operations: [operation("capture", { status: "unknown" })] });
  expect(reduce(capturing, payment("declined"), claimed).state).toBe("authorised");
});

const second = operation("capture", { id: "op_capture2", amount: 300n, status: "sending" });
const twice = attempt("captured", { captured: 400n, operations: [operation("capture"), second] });
const answer: FactContext = { ...query, source: "response", operationId: second.id };

test("a further capture is added by its own response, and a query cannot distinguish it from the previous one", () => {
  const decision = reduceOutcome(twice, second, { kind: "settled", fact: payment("captured") }, answer);
  expect([decision.amounts.captured, decision.entries.map(({ amount }) => amount), decision.conclusions]).toEqual([
    700n,
    [300n],
    [{ operationId: second.id, status: "settled" }],
  ]);
  expect(reduce(twice, payment("captured"), query)).toMatchObject({ conclusions: [], amounts: { captured: 400n } });
  expect(reduce(twice, payment("refunded"), query).conclusions).toEqual([]);
});

test("captures above the authorised amount are not counted and raise an item", () => {
  const third = { ...second, amount: 601n };
  const decision = reduceOutcome(
    { ...twice, operations: [third] },
    third,
    { kind: "settled", fact: payment("captured") },
    answer,
  );
  expect([decision.amounts.captured, decision.conclusions, summary(decision)]).toEqual([
    400n,
    [],
    [[], ["late_or_duplicate_payment"]],
  ]);
});

const undecided = (kind: OperationSnapshot["kind"], more: Partial<OperationSnapshot> = {}): OperationSnapshot =>
  operation(kind, { id: "op_open", status: "unknown", ...more });

test.each<[string, AttemptSnapshot["state"], OperationSnapshot, OperationResolution, string, string]>([
  ["a capture", "authorised", undecided("capture"), "happened", "captured", "captured 400 0"],
  ["a further capture", "captured", undecided("capture"), "happened", "captured", "captured 800 0"],
  ["a capture", "captured", undecided("capture"), "did_not_happen", "capture_not_applied", "captured 400 0"],
  ["a capture of a voided payment", "voided", undecided("capture"), "happened", "", "does_not_fit"],
  ["a capture of too much", "captured", undecided("capture", { amount: 601n }), "happened", "", "does_not_fit"],
  ["a void", "authorised", undecided("void"), "happened", "voided", "voided 0 0"],
  ["a void", "authorised", undecided("void"), "did_not_happen", "void_not_applied", "authorised 0 0"],
  ["a void of a captured payment", "captured", undecided("void"), "happened", "", "does_not_fit"],
  ["a refund", "captured", undecided("refund"), "happened", "refund_succeeded", "captured 400 400"],
  ["a refund of too much", "captured", undecided("refund", { amount: 401n }), "happened", "", "does_not_fit"],
  ["a refund", "captured", undecided("refund"), "did_not_happen", "refund_not_applied", "captured 400 0"],
  ["an authorisation", "unknown", undecided("authorise"), "happened", "", "does_not_fit"],
  ["an authorisation", "unknown", undecided("authorise"), "did_not_happen", "authorise_not_applied", "declined 0 0"],
  ["what is settled", "captured", undecided("refund", { status: "settled" }), "did_not_happen", "", "not_unknown"],
  ["what is being sent", "captured", undecided("capture", { status: "sending" }), "happened", "", "not_unknown"],
])("the manual resolution %s (%s) %s", (_name, state, own, action, entry, after) => {
  const snapshot = attempt(state, { captured: state === "captured" ? 400n : 0n, operations: [own] });
  const ruling = resolveManually(snapshot, own, action);
  if (ruling.kind === "refused") return expect([entry, ruling.code]).toEqual(["", after]);
  const { decision } = ruling;
  expect([
    decision.entries.map(({ kind }) => kind),
    [decision.state, decision.amounts.captured, decision.amounts.refunded].join(" "),
    decision.conclusions.map(({ operationId }) => operationId),
  ]).toEqual([[entry], after, ["op_open"]]);
});

test("of two concurrent disputes each has its own result, and the item stays open until the second", () => {
  const first = { ...attempt("captured"), disputes: reduce(attempt("captured"), dispute("received"), notify).disputes };
  const both = { ...first, disputes: reduce(first, dispute("received", { reference: "D2" }), notify).disputes };
  const won = reduce(both, dispute("won"), notify);
  expect([won.disputes?.map(({ status }) => status), won.cleared]).toEqual([["open", "won"], undefined]);
  expect(foremost(won.disputes ?? [])?.reference).toBe("D2");
  const lost = reduce({ ...both, disputes: won.disputes }, dispute("lost", { reference: "D2" }), notify);
  expect([lost.disputes?.map(({ status }) => status), lost.cleared]).toEqual([["won", "lost"], ["dispute"]]);
});

test("a disputed amount in another currency than the payment's is unknown, and replaces none", () => {
  const yen = createMoney(1_000n, createCurrency("JPY"));
  const before = attempt("captured");
  const open = reduce(before, dispute("received", { money: yen }), notify);
  expect([open.entries, open.disputes]).toMatchObject([
    [{ kind: "dispute_received", amount: null }],
    [{ status: "open", amount: null }],
  ]);
  const known = { ...before, disputes: reduce(before, dispute("received"), notify).disputes };
  expect(reduce(known, dispute("lost", { money: yen }), notify).disputes).toMatchObject([
    { status: "lost", amount: 900n },
  ]);
});

test("the due date that the gateway reports is kept, replaced by a newer one, and named by the item", () => {
  const before = attempt("captured");
  const due = "2026-12-05T23:59:59.000Z";
  const open = reduce(before, dispute("received", { dueAt: due }), notify);
  expect(open.disputes).toMatchObject([{ dueAt: due }]);
  expect(open.attention).toEqual([{ kind: "dispute", message: expect.stringContaining("by 2026-12-05.") }]);
  const [known] = open.disputes ?? [];
  if (!known) throw new Error("No dispute.");
  const disputed = {
    ...before,
    disputes: [{ ...known, at: "2026-11-27T00:00:00Z", openedAt: "2026-11-27T00:00:00Z" }],
  };
  expect(reduce(disputed, dispute("received", { dueAt: due }), notify).disputes).toBeUndefined();
  expect(reduce(disputed, dispute("received"), notify).disputes).toBeUndefined();
  const later = reduce(disputed, dispute("received", { dueAt: "2026-12-09T23:59:59.000Z" }), notify);
  expect([later.entries, later.disputes]).toMatchObject([
    [],
    [{ dueAt: "2026-12-09T23:59:59.000Z", openedAt: "2026-11-27T00:00:00Z", at: "2026-11-27T00:00:00Z" }],
  ]);
  const lost = reduce(disputed, dispute("lost"), notify);
  expect(lost.disputes).toMatchObject([{ status: "lost", dueAt: due, openedAt: "2026-11-27T00:00:00Z" }]);
  expect(lost.disputes?.[0]).not.toHaveProperty("at");
});

test("a dispute is recorded and changes no amount, and its result closes the item", () => {
  const before = attempt("captured");
  const open = reduce(before, dispute("received"), notify);
  expect(open).toMatchObject({
    amounts: { captured: 1000n, refunded: 0n },
    disputes: [{ status: "open", amount: 900n, reason: "fraud", reference: "D1" }],
    attention: [{ kind: "dispute" }],
  });
  expect(open.entries.map(({ kind }) => kind)).toEqual(["dispute_received"]);
  const disputed = { ...before, disputes: open.disputes ?? [] };
  expect(reduce(disputed, dispute("received"), notify).entries).toEqual([]);
  const won = reduce(disputed, dispute("won", { money: null, reason: null, reference: null }), notify);
  expect(won).toMatchObject({ disputes: [{ status: "won", amount: 900n, reference: "D1" }], cleared: ["dispute"] });
  const over = { ...before, disputes: won.disputes ?? [] };
  for (const late of [dispute("received"), dispute("won")]) expect(reduce(over, late, notify).entries).toEqual([]);
  // Nobody can tell whether it is another one.
  const unnamed = reduce(over, dispute("received", { reference: null }), notify);
  expect([unnamed.entries, unnamed.attention.map(({ kind }) => kind)]).toEqual([[], ["dispute"]]);
  expect(reduce(over, dispute("received"), notify).attention).toEqual([]);
  expect(reduce(disputed, dispute("received", { reference: null }), notify).attention).toEqual([]);
  expect(reduce(over, dispute("received", { reference: "D2" }), notify).disputes).toMatchObject([
    { reference: "D1", status: "won" },
    { reference: "D2", status: "open" },
  ]);
  expect(reduce(before, dispute("lost"), notify).entries.map(({ kind }) => kind)).toEqual(["dispute_lost"]);
  expect(summary(reduce(before, dispute("unmapped"), notify))).toEqual([[], ["unmapped_code"]]);
});
