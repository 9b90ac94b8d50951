import { isStatusCheckDue } from "../request-status-checks";
import type { AttentionEvidence, SeenAttempt, SeenOperation } from "../rules";
import { rules } from "../rules";

/** The rules that close an item, at their limits; `integration-tests/http/attention.spec.ts` shows each in a store. */
const RAISED = new Date("2026-11-21T10:00:00Z");
const HOUR = 3_600_000;
const later = (ms: number): Date => new Date(RAISED.getTime() + ms);

const attempt = (change: Partial<SeenAttempt> = {}): SeenAttempt => ({
  state: "captured",
  mode: "card",
  authorised: "1000",
  captured: "1000",
  refunded: "0",
  created_at: RAISED,
  unknown_since: null,
  three_ds: null,
  three_ds_required: false,
  action_expires_at: null,
  pending_expires_at: null,
  held_at: null,
  hold_decision: null,
  hold_decided_at: null,
  reverse_at: null,
  project_after: null,
  ...change,
});

const refund = (id: string, change: Partial<SeenOperation> = {}): SeenOperation => ({
  id,
  kind: "refund",
  status: "settled",
  amount: "400",
  sent_at: later(1),
  gateway_reference: null,
  recorded_in_medusa: true,
  ...change,
});

const evidence = (change: Partial<AttentionEvidence> = {}): AttentionEvidence => ({
  raisedAt: RAISED,
  renewedAt: RAISED,
  now: later(HOUR),
  attempt: attempt(),
  operations: [],
  answer: null,
  claimsMatch: null,
  failedRefunds: new Set(),
  account: { isWaitingForQuery: true, lastReadableAt: null, oldestPendingAt: null },
  ...change,
});

const listedRefund = (operationId: string | null, reference: string | null = null) =>
  ({ reading: "succeeded", operationId, reference }) as const;

test.each([
  ["listed under our operation", [listedRefund("acqop_1")], [refund("acqop_1")], "recorded"],
  [
    "made elsewhere and booked since",
    [listedRefund(null, "R9")],
    [refund("acqop_2", { gateway_reference: "R9" })],
    "recorded",
  ],
  [
    "made elsewhere and not yet in Medusa",
    [listedRefund(null, "R9")],
    [refund("acqop_2", { gateway_reference: "R9", recorded_in_medusa: false })],
    null,
  ],
  ["made elsewhere and unknown", [listedRefund("acqop_1"), listedRefund(null, "R9")], [refund("acqop_1")], null],
  ["without a reference, beside one of ours without", [listedRefund(null)], [refund("acqop_1")], null],
] as const)("an external refund that is %s", (_name, refunds, operations, reason) => {
  expect(rules.external_refund(evidence({ answer: { payments: ["refunded"], refunds }, operations }))).toBe(reason);
});

test("a list without refunds proves nothing about an external refund", () => {
  expect(rules.external_refund(evidence({ answer: { payments: ["captured"], refunds: [] } }))).toBeNull();
  expect(rules.external_refund(evidence())).toBeNull();
});

const FAILED = refund("acqop_1", { status: "declined", sent_at: later(-HOUR) });
test.each([
  ["nothing since", [], null],
  ["as much since, accepted", [refund("acqop_2", { status: "pending" })], "refunded_again"],
  ["less since", [refund("acqop_2", { amount: "399" })], null],
  ["as much before it failed", [refund("acqop_2", { sent_at: later(-1) })], null],
  ["as much since, and declined", [refund("acqop_2", { status: "declined" })], null],
] as const)("a failed refund with %s", (_name, more, reason) => {
  const failedRefunds = new Set([FAILED.id]);
  expect(rules.refund_failed(evidence({ operations: [FAILED, ...more], failedRefunds }))).toBe(reason);
});

test.each([
  ["waits for 14 days", { status: "pending", sent_at: later(HOUR - 14 * 24 * HOUR) }, null],
  ["waits for less", { status: "pending", sent_at: later(HOUR - 14 * 24 * HOUR + 1) }, "decided"],
  ["was processed", { sent_at: later(-15 * 24 * HOUR) }, "decided"],
] as const)("an overdue refund that %s", (_name, change, reason) => {
  expect(rules.refund_overdue(evidence({ operations: [refund("acqop_1", change)] }))).toBe(reason);
});

test("a failed refund that succeeded after all needs no action", () => {
  const operations = [refund("acqop_1", { sent_at: later(-HOUR) })];
  expect(rules.refund_failed(evidence({ operations, failedRefunds: new Set(["acqop_1"]) }))).toBe("refunded_again");
});

test.each([
  ["voided", { state: "voided" }, "given_back"],
  ["voided, and the reversal has not said so", { state: "voided", reverse_at: later(1) }, null],
  ["refunded in full", { refunded: "1000" }, "given_back"],
  ["refunded in part", { refunded: "999" }, null],
  ["captured, with nothing given back", {}, null],
  ["still authorised", { state: "authorised", captured: "0" }, null],
] as const)("late money that is %s", (_name, change, reason) => {
  expect(rules.late_or_duplicate_payment(evidence({ attempt: attempt(change) }))).toBe(reason);
  expect(rules.three_ds_missing(evidence({ attempt: attempt(change) }))).toBe(reason);
  expect(rules.rejected_after_capture(evidence({ attempt: attempt(change) }))).toBe(reason);
});

test.each([
  ["captured", "captured", "agrees"],
  ["captured", "refunded", "agrees"],
  ["captured", "authorised", null],
  ["authorised", "captured", null],
  ["voided", "voided", "agrees"],
  ["voided", "declined", "agrees"],
  ["voided", "authorised", null],
  ["authorised", "not_found", null],
  ["authorised", "pending", null],
] as const)("the ledger has %s and the gateway reports %s", (state, reading, reason) => {
  const answer = { payments: [reading], refunds: [] };
  expect(rules.backward_move(evidence({ attempt: attempt({ state }), answer }))).toBe(reason);
});

test("a response with two transactions agrees only if both do", () => {
  const answer = { payments: ["captured", "authorised"], refunds: [] } as const;
  expect(rules.backward_move(evidence({ answer }))).toBeNull();
});

test.each(["unmapped", "doubtful", "not_found"] as const)("a response with status %s lists nothing", (reading) => {
  expect(rules.unmapped_code(evidence({ answer: { payments: [reading], refunds: [] } }))).toBeNull();
  expect(rules.unmapped_code(evidence({ answer: { payments: [], refunds: [] } }))).toBeNull();
});

test("a refund's unmapped status keeps the item open, although the payment's status is known", () => {
  const unmapped = { reading: "unmapped", operationId: "acqop_1", reference: null } as const;
  expect(rules.unmapped_code(evidence({ answer: { payments: ["refunded"], refunds: [unmapped] } }))).toBeNull();
});

test("an outcome is unknown while 3-D Secure is open", () => {
  expect(rules.unknown_outcome(evidence())).toBe("decided");
  expect(rules.unknown_outcome(evidence({ attempt: attempt({ unknown_since: RAISED }) }))).toBeNull();
  expect(rules.unknown_outcome(evidence({ attempt: attempt({ three_ds_required: true }) }))).toBeNull();
});

test("an outcome is unknown while an expired payment has not ended", () => {
  const redirected = { state: "action_required", action_expires_at: later(HOUR) } as const;
  const waiting = { state: "pending", pending_expires_at: later(HOUR) } as const;
  for (const open of [redirected, waiting]) {
    expect(rules.unknown_outcome(evidence({ attempt: attempt(open) }))).toBeNull();
    expect(rules.unknown_outcome(evidence({ attempt: attempt(open), now: later(HOUR - 1) }))).toBe("decided");
    expect(rules.unknown_outcome(evidence({ attempt: attempt({ ...open, state: "expired" }) }))).toBe("decided");
  }
});

test("an outcome is unknown while a payment that nothing ends stays undecided for more than a day, not while it is under review", () => {
  const now = later(24 * HOUR);
  const seen = (change: Partial<SeenAttempt>, at = now) =>
    evidence({ attempt: attempt({ state: "pending", ...change }), now: at });
  expect(rules.unknown_outcome(seen({}))).toBeNull();
  expect(rules.unknown_outcome(seen({}, later(24 * HOUR - 1)))).toBe("decided");
  expect(rules.unknown_outcome(seen({ held_at: RAISED }))).toBe("decided");
  expect(rules.unknown_outcome(seen({ held_at: RAISED, hold_decision: "approved" }))).toBeNull();
  const released = { held_at: RAISED, hold_decision: "approved", hold_decided_at: later(HOUR) } as const;
  expect(rules.unknown_outcome(seen(released))).toBe("decided");
  expect(rules.unknown_outcome(seen(released, later(25 * HOUR)))).toBeNull();
  expect(rules.unknown_outcome(seen({ state: "authorised" }))).toBe("decided");
  expect(rules.unknown_outcome(seen({ mode: "checkout" }))).toBe("decided");
  expect(rules.unknown_outcome(seen({ mode: "checkout" }, later(7 * 24 * HOUR)))).toBeNull();
});

test.each([
  ["a day later with one that could be read since", 24 * HOUR, later(1), null, "readable_again"],
  ["a moment before a day is over", 24 * HOUR - 1, later(1), null, null],
  ["a day later with silence", 24 * HOUR, null, null, null],
  ["a day later with one from before", 24 * HOUR, later(0), null, null],
  ["while one of them waits for options", 24 * HOUR, later(1), later(0), null],
  ["while a later one is processed", 24 * HOUR, later(1), later(2), "readable_again"],
] as const)("unreadable notifications, %s", (_name, ms, lastReadableAt, oldestPendingAt, reason) => {
  const account = { isWaitingForQuery: true, lastReadableAt, oldestPendingAt };
  expect(rules.notification_unreadable(evidence({ now: later(ms), account }))).toBe(reason);
});

test.each([
  ["nine minutes old", 9, null, false],
  ["ten minutes old", 10, null, true],
  ["asked about 59 minutes ago", 200, 141, false],
  ["asked about an hour ago", 200, 140, true],
  ["two days old and asked about an hour ago", 2_880, 2_820, false],
  ["two days old and asked about a day ago", 2_880, 1_440, true],
] as const)("a query for an item that is %s", (_name, age, asked, due) => {
  const item = { raised_at: RAISED, queried_at: asked === null ? null : later(asked * 60_000) };
  expect(isStatusCheckDue(item, later(age * 60_000))).toBe(due);
});
