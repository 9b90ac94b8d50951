import type { PaymentReading, RefundReading } from "../../../gateway/model/facts";
import { matchesGatewayStatus, isMapped } from "../domain/matches-gateway-status";
import type { ClearedReason, RuleKind } from "../domain/attention-kinds";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import { isOverdueRefund } from "../ledger/rows/overdue-refund";
import type { Unresolvable } from "../ledger/rows/unresolved-since";
import { unresolvedSince } from "../ledger/rows/unresolved-since";

/**
 * Does an open item still apply? One rule for each kind that a rule closes: the reason to close it, or null. Pure; see `load-evidence.ts` for
 * the input. What a rule cannot prove stays open for a person.
 */
export interface AttentionEvidence {
  readonly raisedAt: Date;
  /** When it was last raised; older evidence proves nothing. */
  readonly renewedAt: Date;
  readonly now: Date;
  readonly attempt: SeenAttempt | null;
  readonly operations: readonly SeenOperation[];
  /** The gateway's latest response about the payment, if newer than the item. */
  readonly answer: ReadPayments | null;
  /** Whether the refused notifications' claims now match the ledger; null if none is kept. */
  readonly claimsMatch: boolean | null;
  readonly failedRefunds: ReadonlySet<string>;
  readonly account: {
    readonly isWaitingForQuery: boolean;
    readonly lastReadableAt: Date | null;
    /** Of the oldest stored notification that is not processed yet. */
    readonly oldestPendingAt: Date | null;
  };
}

export type SeenAttempt = Unresolvable &
  Pick<AttemptRow, "authorised" | "captured" | "refunded" | "reverse_at" | "project_after">;
export type SeenOperation = Pick<
  OperationRow,
  "id" | "kind" | "status" | "amount" | "sent_at" | "gateway_reference" | "recorded_in_medusa"
>;

export interface ReadPayments {
  readonly payments: readonly PaymentReading[];
  readonly refunds: readonly {
    readonly reading: RefundReading;
    readonly operationId: string | null;
    readonly reference: string | null;
  }[];
}

export type Rule = (evidence: AttentionEvidence) => ClearedReason | null;

const DAY_MS = 86_400_000;

const decided: Rule = ({ attempt, now }) => (attempt && unresolvedSince(attempt, now) === null ? "decided" : null);

/** A response clears it at once; this covers an account that was removed. */
const nothingWaits: Rule = ({ account }) => (account.isWaitingForQuery ? null : "nothing_waits");

const listed: Rule = ({ answer }) => {
  if (!answer || answer.payments.length === 0) return null;
  const isRead = answer.payments.every(isMapped) && answer.refunds.every(({ reading }) => reading !== "unmapped");
  return isRead ? "listed" : null;
};

const agrees: Rule = ({ answer, attempt }) => {
  if (!attempt || !answer || answer.payments.length === 0) return null;
  return answer.payments.every((reading) => matchesGatewayStatus(attempt.state, reading)) ? "agrees" : null;
};

/** Voided, or refunded in full and paid out by the bank. */
const givenBack: Rule = ({ attempt }) => {
  if (!attempt || attempt.reverse_at !== null) return null;
  const isRefunded = attempt.state === "captured" && minorOf(attempt.refunded) === minorOf(attempt.captured);
  return attempt.state === "voided" || isRefunded ? "given_back" : null;
};

/** The projection clears it on success; this covers a crash right after that. */
const recorded: Rule = ({ attempt }) => (attempt?.project_after === null ? "recorded" : null);

const refundedAgain: Rule = ({ operations, failedRefunds, raisedAt }) => {
  const refunds = operations.filter(({ kind }) => kind === "refund");
  const failed = refunds.filter(({ id, status }) => failedRefunds.has(id) && status === "declined");
  // A refund that was refused and succeeded after all counts as done.
  const again = refunds.filter(
    ({ id, status, sent_at }) =>
      !failedRefunds.has(id) && (status === "settled" || status === "pending") && sent_at >= raisedAt,
  );
  if (failedRefunds.size === 0) return null;
  return sum(again) >= sum(failed) ? "refunded_again" : null;
};

const sum = (operations: readonly SeenOperation[]): bigint =>
  operations.reduce((total, { amount }) => total + minorOf(amount), 0n);

const booked: Rule = ({ answer, operations }) => {
  if (!answer || answer.refunds.length === 0) return null;
  const known = answer.refunds.map((refund) =>
    operations.find(
      ({ kind, id, gateway_reference: reference }) =>
        kind === "refund" && (id === refund.operationId || (reference !== null && reference === refund.reference)),
    ),
  );
  return known.every((operation) => operation?.recorded_in_medusa === true) ? "recorded" : null;
};

const confirmed: Rule = ({ claimsMatch }) => (claimsMatch === true ? "confirmed" : null);

/** A day without an unreadable one, and with a readable one, and none from before waits for options. */
const readable: Rule = ({ renewedAt, now, account }) => {
  const isQuiet = now.getTime() - renewedAt.getTime() >= DAY_MS;
  const isRead = account.lastReadableAt !== null && account.lastReadableAt > renewedAt;
  const isWaiting = account.oldestPendingAt !== null && account.oldestPendingAt <= renewedAt;
  return isQuiet && isRead && !isWaiting ? "readable_again" : null;
};

const processed: Rule = ({ operations, now }) =>
  operations.some((each) => isOverdueRefund(each, now)) ? null : "decided";

const over: Rule = ({ attempt }) => (attempt && attempt.state !== "authorised" ? "not_authorised_any_more" : null);

/** It was captured after all, or nothing is left to capture. */
const capturedSince: Rule = ({ attempt, operations, raisedAt }) => {
  if (!attempt) return null;
  if (attempt.state !== "authorised" && attempt.state !== "captured") return "not_authorised_any_more";
  const isAll = minorOf(attempt.captured) >= minorOf(attempt.authorised);
  const later = operations.some(
    ({ kind, status, sent_at }) => kind === "capture" && status === "settled" && sent_at >= raisedAt,
  );
  return isAll || later ? "decided" : null;
};

export const rules: Readonly<Record<RuleKind, Rule>> = {
  unknown_outcome: decided,
  query_refused: nothingWaits,
  unmapped_code: listed,
  backward_move: agrees,
  late_or_duplicate_payment: givenBack,
  three_ds_missing: givenBack,
  paid_without_order: recorded,
  not_recorded: recorded,
  refund_failed: refundedAgain,
  refund_overdue: processed,
  external_refund: booked,
  notification_contradicted: confirmed,
  notification_unreadable: readable,
  expiring_authorisation: over,
  capture_due: capturedSince,
  rejected_after_capture: givenBack,
};

/** Only the gateway can resolve these and nothing else may be querying it, so the sweep requests a query. */
export const kindsThatNeedAQuery: readonly RuleKind[] = [
  "unmapped_code",
  "backward_move",
  "notification_contradicted",
  "external_refund",
  "late_or_duplicate_payment",
  "three_ds_missing",
  "rejected_after_capture",
];
