import { disputesColumn } from "./rows/dispute";
import type { DecisionContext, FactDetails } from "./apply-decision";
import type { Decision } from "../domain/snapshot";
import type { AttemptState } from "../domain/states";
import { holdsMoney, isOpen } from "../domain/states";
import { mergeThreeDs } from "./rows/authentication";
import { holdColumns, mergeRisk } from "./rows/review-hold";
import { auditRow, entryRow } from "./journal";
import { unauthenticated } from "./apply-3ds-result";
import { isRefusedWrite } from "./refused-write";
import type { LockedAttempt } from "./rows/attempt-row";
import { amountFields, isUnlinked, undecidedOf } from "./rows/attempt-row";
import { nextCheckAt } from "./rows/schedule";
import type { WriteSet, WriteSetRow } from "./write-set";

/** The rows of one decision. Pure; the writer holds the row lock. */
export interface WrittenContext extends DecisionContext {
  /** The row of a refund made outside the store, for entries without an operation. */
  readonly outsideId: string | undefined;
  readonly recordedByCallerId?: string | undefined;
}

export function decisionWrites(attempt: LockedAttempt, decision: Decision, context: WrittenContext): WriteSet {
  return {
    conclusions: [...conclusionRows(decision, context), ...confirmedRows(decision, context)],
    ...journalRows(attempt, decision, context),
    attempts: [{ id: attempt.row.id, ...attemptChanges(attempt, decision, context) }],
  };
}

const hadEnded = (state: AttemptState): boolean => state === "declined" || state === "expired";

function conclusionRows(
  { conclusions }: Decision,
  { details, now, recordedByCallerId }: WrittenContext,
): WriteSetRow[] {
  return conclusions.map(({ operationId, status, isInferred }) => ({
    id: operationId,
    status,
    result_code: details.code,
    result_message: details.message,
    ...(details.reference ? { gateway_reference: details.reference } : {}),
    concluded_at: status === "unknown" || status === "pending" ? null : now,
    updated_at: now,
    ...(operationId === recordedByCallerId ? { recorded_in_medusa: true } : {}),
    ...(isInferred ? { inferred_at: now } : {}),
  }));
}

const confirmedRows = ({ confirmed }: Decision, { now }: WrittenContext): WriteSetRow[] =>
  confirmed === undefined ? [] : [{ id: confirmed, inferred_at: null, updated_at: now }];

function journalRows(
  { row }: LockedAttempt,
  decision: Decision,
  context: WrittenContext,
): { readonly entries: WriteSetRow[]; readonly audits: WriteSetRow[] } {
  const entries: WriteSetRow[] = [];
  const audits: WriteSetRow[] = [];
  let from = row.state;
  for (const { kind, amount, to, ...entry } of decision.entries) {
    const operationId = entry.operationId ?? context.outsideId ?? null;
    entries.push(entryRow(row, { kind, operationId, amount, from, to, context }, entries.length + 1));
    const { actorId = null, note = null } = context;
    audits.push(auditRow(row.id, { action: kind, operationId, context, actorId, note }));
    from = to;
  }
  return { entries, audits };
}

/** A rejected fact may belong to another payment: its IDs and card are not stored. */
function acceptedDetails({ entries }: Decision, details: FactDetails): FactDetails {
  const isRefused = entries.some(({ kind }) => kind === "fact_refused");
  return isRefused ? { code: details.code, message: details.message } : details;
}

function attemptChanges(
  { row, operations, snapshot }: LockedAttempt,
  decision: Decision,
  context: DecisionContext,
): WriteSetRow {
  const { now } = context;
  const details = acceptedDetails(decision, context.details);
  const status = new Map(decision.conclusions.map((conclusion) => [conclusion.operationId, conclusion.status]));
  const known = operations.map((operation) => ({
    kind: operation.kind,
    status: status.get(operation.id) ?? operation.status,
    sentAt: operation.sent_at.getTime(),
  }));
  const { outside } = decision;
  const after = outside
    ? [...known, { kind: "refund" as const, status: outside.status, sentAt: now.getTime() }]
    : known;
  const threeDs = mergeThreeDs(row.three_ds, details.threeDs ?? null);
  const undecided = undecidedOf(row, { state: decision.state, threeDs, operations: after });
  const next =
    context.source === "response" && isRefusedWrite(operations, decision)
      ? now.getTime()
      : nextCheckAt(undecided, 0, now.getTime());
  const isOver = !isOpen(decision.state);
  const isUnknown = decision.state === "unknown" || after.some((operation) => operation.status === "unknown");
  const moved =
    decision.state !== row.state ||
    decision.amounts.captured !== snapshot.captured ||
    decision.amounts.refunded + decision.amounts.refundPending !== snapshot.refunded + snapshot.refundPending;
  // An operation that did not happen may have left rows in Medusa.
  const isUndone = decision.conclusions.some(({ status }) => status === "declined" || status === "not_sent");
  const isDecided = Boolean(decision.hold?.decision);
  // A decision about a held payment has no caller that would finish its effects.
  const projectAt = new Date(now.getTime() + (isDecided ? 0 : context.completeCartAfterMs));
  // A renewal without a session waits for its order; nothing waits for an imported payment.
  const isProjected = (moved || isUndone || isDecided) && (!isUnlinked(row) || row.imported_at !== null);
  return {
    state: decision.state,
    ...amountFields("authorised", decision.amounts.authorised),
    ...amountFields("captured", decision.amounts.captured),
    ...amountFields("refunded", decision.amounts.refunded),
    ...amountFields("refund_pending", decision.amounts.refundPending),
    ...(details.gatewayPaymentId && !row.gateway_payment_id ? { gateway_payment_id: details.gatewayPaymentId } : {}),
    ...(details.card ? { card_mask: details.card.mask, card_brand: details.card.brand ?? row.card_brand } : {}),
    ...(details.risk ? { risk: mergeRisk(row.risk, details.risk) } : {}),
    ...(details.threeDs ? { three_ds: threeDs } : {}),
    ...unauthenticated(row, { state: decision.state, threeDs }, now),
    ...holdColumns(decision, now),
    ...(hadEnded(row.state) && holdsMoney(decision.state) ? { is_late: true } : {}),
    ...(details.redirectForm ? { redirect_form: details.redirectForm } : {}),
    // Personal data of a form that is no longer needed, and a reminder for a finished payment.
    ...(isOver ? { redirect_form: null, remind_at: null } : {}),
    ...(details.actionUrl ? { action_url: details.actionUrl } : {}),
    ...(details.code === null && details.message === null
      ? {}
      : { result_code: details.code, result_message: details.message }),
    version: row.version + 1,
    ...(isProjected ? { project_after: projectAt, project_failures: 0 } : {}),
    ...(row.subscription || row.renewal_of ? { subscription_due_at: now } : {}),
    next_check_at: next === null ? null : new Date(next),
    checks: 0,
    unknown_since: isUnknown ? (row.unknown_since ?? now) : null,
    ...(decision.isCaptureInferred === undefined
      ? {}
      : { capture_inferred_at: decision.isCaptureInferred ? now : null }),
    ...(decision.disputes ? { disputes: disputesColumn(decision.disputes, now) } : {}),
    updated_at: now,
  };
}
