import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { CardFace, FactSource, RiskFact, ThreeDsFact } from "../../../gateway/facts";
import type { Handoff } from "../../../gateway/payment-request";
import type { Decision } from "../domain/snapshot";
import type { AttemptState } from "../domain/states";
import { holdsMoney, isOpen } from "../domain/states";
import { clearAttention, raiseAttention } from "./attention";
import { disputeColumn } from "./dispute";
import { recordOutsideRefund } from "./outside-refunds";
import { isRefusedWrite } from "./refused-write";
import { holdColumns, mergeRisk, withHold } from "./hold-rule";
import type { Actor, AttemptRow, LockedAttempt } from "./rows";
import { mergeThreeDs } from "./authentication";
import { writeEntries } from "./journal";
import { noteAuthentication, unauthenticated } from "./note-authentication";
import { amountColumns, isUnlinked, undecidedOf } from "./rows";
import { nextCheckAt } from "./schedule";

/**
 * Writes one decision of the reducer: the attempt's new fold, the concluded
 * operations, the entries that explain them, audit records and attention items,
 * all in the caller's transaction and under the caller's row lock.
 */
export interface DecisionContext {
  readonly source: FactSource | "request";
  readonly actor: Actor;
  readonly now: Date;
  readonly inboxEventId: string | null;
  readonly details: FactDetails;
  /** How long, in ms, the projection into Medusa waits for the caller in flight to finish by itself. */
  readonly projectAfterMs: number;
  /** Who decided, and why, where a person did; for the audit trail. */
  readonly actorId?: string | null;
  readonly note?: string | null;
}

/** What a fact tells besides its reading. */
export interface FactDetails {
  readonly code: string | null;
  readonly message: string | null;
  readonly gatewayPaymentId?: string | null;
  readonly reference?: string | null;
  readonly card?: CardFace | null;
  readonly risk?: RiskFact | null;
  readonly threeDs?: ThreeDsFact | null;
  readonly actionUrl?: string | null;
  readonly handoff?: Handoff | null;
}

export const noDetails: FactDetails = { code: null, message: null };

const isEmpty = (decision: Decision): boolean => decision.entries.length === 0 && decision.conclusions.length === 0;

/** Returns true when the attempt changed. */
export async function applyDecision(
  trx: Knex,
  attempt: LockedAttempt,
  reduced: Decision,
  context: DecisionContext,
): Promise<boolean> {
  const decision = withHold(attempt, reduced, context.details.risk ?? null);
  for (const item of decision.attention) {
    const { account, id } = attempt.row;
    await raiseAttention(trx, { account, subject: id, attemptId: id, ...item }, context.now);
  }
  if (isEmpty(decision)) {
    await noteAuthentication(trx, attempt, context);
    return false;
  }
  if (await isTakenByAnother(trx, attempt, context)) return false;
  const outsideId = await recordOutsideRefund(trx, attempt, decision, context.now);
  if (outsideId === null) return false;
  for (const kind of decision.cleared ?? []) await clearAttention(trx, kind, attempt.row.id, context.now);
  await writeConclusions(trx, decision, context);
  await writeEntries(trx, attempt, decision, { ...context, outsideId });
  await writeAttempt(trx, attempt, decision, context);
  if (decision.hold?.decision) await clearAttention(trx, "held_review", attempt.row.id, context.now);
  return true;
}

const hadEnded = (state: AttemptState): boolean => state === "declined" || state === "expired";

/** The gateway's number of another payment proves nothing about this one: nothing is booked, a person is told. */
async function isTakenByAnother(trx: Knex, { row }: LockedAttempt, context: DecisionContext): Promise<boolean> {
  const { gatewayPaymentId } = context.details;
  if (!gatewayPaymentId || row.gateway_payment_id !== null) return false;
  const { account } = row;
  const other = await trx<AttemptRow>("acquiring_payment_attempt")
    .where({ account, gateway_payment_id: gatewayPaymentId, deleted_at: null })
    .first("id");
  if (!other) return false;
  const message = "The gateway names a transaction that belongs to another payment.";
  await raiseAttention(
    trx,
    { account, kind: "order_mismatch", subject: row.id, attemptId: row.id, message },
    context.now,
  );
  return true;
}

async function writeConclusions(trx: Knex, decision: Decision, context: DecisionContext): Promise<void> {
  for (const { operationId, status } of decision.conclusions) {
    const isOpen = status === "unknown" || status === "pending";
    await trx("acquiring_operation")
      .where({ id: operationId })
      .update({
        status,
        result_code: context.details.code,
        result_message: context.details.message,
        ...(context.details.reference ? { gateway_reference: context.details.reference } : {}),
        concluded_at: isOpen ? null : context.now,
        updated_at: context.now,
      });
  }
}

async function writeAttempt(
  trx: Knex,
  { row, operations, snapshot }: LockedAttempt,
  decision: Decision,
  context: DecisionContext,
): Promise<void> {
  const { now, details } = context;
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
  // What did not happen may have left rows in Medusa that were made for it.
  const isUndone = decision.conclusions.some(({ status }) => status === "declined" || status === "not_sent");
  const isDecided = Boolean(decision.hold?.decision);
  // Nobody is in flight who would finish by himself what a decision about a held payment sets going.
  const projectAt = new Date(now.getTime() + (isDecided ? 0 : context.projectAfterMs));
  await trx("acquiring_payment_attempt")
    .where({ id: row.id })
    .update({
      state: decision.state,
      ...amountColumns("authorised", decision.amounts.authorised),
      ...amountColumns("captured", decision.amounts.captured),
      ...amountColumns("refunded", decision.amounts.refunded),
      ...amountColumns("refund_pending", decision.amounts.refundPending),
      ...(details.gatewayPaymentId && !row.gateway_payment_id ? { gateway_payment_id: details.gatewayPaymentId } : {}),
      ...(details.card ? { card_mask: details.card.mask, card_brand: details.card.brand ?? row.card_brand } : {}),
      ...(details.risk ? { risk: JSON.stringify(mergeRisk(row.risk, details.risk)) } : {}),
      ...(details.threeDs ? { three_ds: JSON.stringify(threeDs) } : {}),
      ...unauthenticated(row, { state: decision.state, threeDs }, now),
      ...holdColumns(decision, now),
      ...(hadEnded(row.state) && holdsMoney(decision.state) ? { is_late: true } : {}),
      ...(details.handoff ? { handoff: JSON.stringify(details.handoff) } : {}),
      // Personal data of a form that nobody needs any more, and a reminder of what is over.
      ...(isOver ? { handoff: null, remind_at: null } : {}),
      ...(details.actionUrl ? { action_url: details.actionUrl } : {}),
      ...(details.code === null && details.message === null
        ? {}
        : { result_code: details.code, result_message: details.message }),
      version: row.version + 1,
      ...((moved || isUndone || isDecided) && !isUnlinked(row)
        ? { project_after: projectAt, project_failures: 0 }
        : {}),
      ...(row.subscription || row.renewal_of ? { subscription_due_at: now } : {}),
      next_check_at: next === null ? null : new Date(next),
      checks: 0,
      unknown_since: isUnknown ? (row.unknown_since ?? now) : null,
      ...(decision.disputes ? { dispute: disputeColumn(decision.disputes, now) } : {}),
      updated_at: now,
    });
}
