import type { Fact } from "../../../gateway/model/facts";
import type { Outcome, Reason } from "../../../gateway/model/outcome";
import type { RedirectForm } from "../../../gateway/model/payment-request";
import { isSubscriptionOver } from "../domain/subscription-cancellation";
import { isGiven, reduceOutcome } from "../domain/reduce-outcome";
import { refusalOf } from "../domain/operation-preconditions";
import { unchanged } from "../domain/snapshot";
import type { Begun, GateResult, OperationCommand } from "./gate";
import type { Applied, DecisionContext, FactDetails } from "../ledger/apply-decision";
import { isUnrecorded } from "../ledger/rows/medusa-recorded";
import { outcomeDetails, outcomeFact } from "../ledger/fact-details";
import { withHold } from "../ledger/rows/review-hold";
import { factsRow } from "../ledger/inbox";
import type { Actor, AttemptRow, LockedAttempt, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import type { Durability, WriteSetRow } from "../ledger/write-set";

/** The gate's decisions about one payment under its row lock. They write nothing; `record-operation.ts` does. */
export interface GateRules {
  readonly multipleCaptures: (accountRoute: string) => boolean;
  readonly routeOf: (attempt: AttemptRow) => string;
  readonly accountRefusal: (attempt: AttemptRow) => Reason | null;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
}

export interface GateDecision {
  readonly amount: bigint;
  /** The existing row of this command, which was proven unsent. */
  readonly again: OperationRow | null;
}

/** Answered from the ledger, refused, or to be sent. */
export function decide(
  { row, operations, snapshot }: LockedAttempt,
  command: OperationCommand,
  { multipleCaptures, routeOf, accountRefusal }: GateRules,
): GateResult | GateDecision {
  const { kind } = command;
  const known = operations.find((each) => each.kind === kind && each.idempotency_key === command.idempotencyKey);
  if (known && known.status !== "not_sent") return answerOf(known);
  if (kind === "void" && row.state === "voided") return { kind: "settled" };
  if (kind === "cancel_subscription" && isSubscriptionOver(snapshot)) return { kind: "settled" };
  if (isOvertaken(operations, command)) return { kind: "refused", reason: OVERTAKEN };
  const { capturedBefore = snapshot.captured } = command;
  if (capturedBefore !== snapshot.captured) return { kind: "refused", reason: CAPTURED_MEANWHILE };
  const elsewhere = accountRefusal(row);
  if (elsewhere) return { kind: "refused", reason: elsewhere };
  const amount = command.amount ?? wholeOf(kind, snapshot);
  const refusal = refusalOf(snapshot, {
    kind,
    amount,
    isRecording: operations.some((each) => each.kind === kind && isUnrecorded(each)),
    multipleCaptures: multipleCaptures(routeOf(row)),
  });
  if (refusal) return { kind: refusal.kind, reason: { code: refusal.code, message: refusal.message } };
  if (known && MOVES.has(kind) && minorOf(known.amount) !== amount) return { kind: "refused", reason: OTHER_AMOUNT };
  return { amount, again: known ?? null };
}

/** Two approvals are for one refund: another one of this payment began meanwhile. */
function isOvertaken(
  operations: readonly OperationRow[],
  { refundsBefore, idempotencyKey }: OperationCommand,
): boolean {
  if (refundsBefore === undefined || refundsBefore === null) return false;
  const begun = operations.filter(
    ({ kind, status, idempotency_key: key }) => kind === "refund" && status !== "not_sent" && key !== idempotencyKey,
  );
  return begun.length !== refundsBefore;
}

const OVERTAKEN: Reason = {
  code: "refund_overtaken",
  message: "Nothing was refunded. Another refund of this payment was made after the approvals; check what is left.",
};

const MOVES: ReadonlySet<OperationCommand["kind"]> = new Set(["capture", "refund"]);

/** A row that was proven unsent is sent with its own amount, so only for a command of that amount. */
const OTHER_AMOUNT: Reason = {
  code: "key_of_other_amount",
  message: "Nothing was sent: the idempotency key belongs to another amount. Use a new key for a new amount.",
};

const CAPTURED_MEANWHILE: Reason = {
  code: "captured_meanwhile",
  message: "Nothing was captured. Another capture of this payment was made meanwhile; what is left is planned again.",
};

function wholeOf(kind: OperationCommand["kind"], { requested, authorised }: LockedAttempt["snapshot"]): bigint {
  const whole: Readonly<Record<OperationCommand["kind"], bigint>> = {
    capture: authorised,
    void: authorised,
    refund: authorised,
    review: requested,
    cancel_subscription: 0n,
  };
  return whole[kind];
}

export interface Ended {
  readonly begun: Begun;
  readonly outcome: Outcome<Fact>;
  readonly redirectForm: RedirectForm | null;
}

export interface Concluded extends Applied {
  readonly fact: Fact | null;
  /** The response as an inbox row. */
  readonly stored: WriteSetRow & { readonly id: string };
  /** The operation, if it was concluded before its own response arrived and Medusa still records it itself. */
  readonly recordedBeforeResponseId?: string;
}

export function concludedOf(attempt: LockedAttempt, { begun, outcome, redirectForm }: Ended, at: At): Concluded {
  const { operation, isLeftToProjection = false } = begun;
  const { account, order_no: orderNo } = begun.attempt;
  const { now, rules } = at;
  const fact = outcomeFact(outcome);
  const stored = factsRow({ account, source: "response", orderNo, facts: fact ? [fact] : [] }, now);
  const before = attempt.snapshot.operations.find(({ id }) => id === operation.id);
  const { unknownFinalAfterMs } = rules;
  const asked = {
    source: "response",
    askedAt: now.getTime(),
    operationId: operation.id,
    unknownFinalAfterMs,
  } as const;
  const details: FactDetails = { ...outcomeDetails(outcome), redirectForm };
  const news = before ? reduceOutcome(attempt.snapshot, before, outcome, asked) : unchanged(attempt.snapshot);
  const reduced = withHold(attempt, news, details.risk ?? null);
  const context = contextOf("response", { actor: "gateway", details }, at);
  // Medusa may have removed its row of an abandoned operation: the projection checks.
  const isRecordedByCaller =
    !isLeftToProjection && before?.status !== "declined" && isDelivered(operation.kind, outcome);
  const isConcludedNow = reduced.conclusions.some(({ operationId }) => operationId === operation.id);
  return {
    attempt,
    reduced,
    context: { ...context, inboxEventId: stored.id, isHoldDecided: true },
    fact,
    stored,
    ...(isRecordedByCaller &&
      (isConcludedNow ? { recordedByCallerId: operation.id } : { recordedBeforeResponseId: operation.id })),
  };
}

/**
 * May this conclusion's commit return before it is on disk? Only a success that its caller records in Medusa, whose
 * commit flushes the same log; and only if a status check of the `sending` row restores it when the database loses it.
 * A redirect, a subscription's ID, a hold and an attention item are contained only in this response (ADR 29).
 */
export function durabilityOf({ reduced, context, fact, recordedByCallerId }: Concluded): Durability {
  const { redirectForm, actionUrl } = context.details;
  const isOnlyHere =
    Boolean(redirectForm) ||
    Boolean(actionUrl) ||
    (fact?.kind === "payment" && fact.recurring !== null) ||
    reduced.attention.length > 0 ||
    reduced.outside !== undefined ||
    reduced.hold !== undefined;
  return recordedByCallerId !== undefined && !isOnlyHere ? "next_flush" : "flushed";
}

export interface At {
  readonly now: Date;
  readonly rules: GateRules;
}

export const contextOf = (
  source: "request" | "response",
  { actor, details }: { readonly actor: Actor; readonly details: FactDetails },
  { now, rules: { completeCartAfterMs } }: At,
): DecisionContext => ({ source, actor, details, now, inboxEventId: null, completeCartAfterMs });

/** Does the caller get "success", so that Medusa records the effect itself? */
export const isDelivered = (kind: OperationRow["kind"], outcome: Outcome<Fact>): boolean =>
  kind === "refund" ? isGiven(outcome) : outcome.kind === "settled";

export function answerOf(row: OperationRow): GateResult {
  if (row.status === "settled") return { kind: "settled" };
  if (row.status === "pending") return { kind: "pending" };
  const reason = { code: row.result_code ?? row.status, message: row.result_message ?? "The gateway gave no reason." };
  return { kind: row.status === "declined" || row.status === "not_sent" ? row.status : "unknown", reason };
}
