import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MaskedCard, FactSource, RiskFact, ThreeDsFact } from "../../../gateway/model/facts";
import type { RedirectForm } from "../../../gateway/model/payment-request";
import type { Decision } from "../domain/snapshot";
import { clearAttention, raiseAttention } from "./attention-rows";
import { recordExternalRefund } from "./external-refunds";
import { concernsHold, withHold } from "./rows/review-hold";
import type { Actor, AttemptRow, LockedAttempt } from "./rows/attempt-row";
import { identitiesBeside } from "./rows/attempt-row";
import { applyDetails, hasDisplayDetails } from "./apply-payment-details";
import { decisionWrites } from "./decision-writes";
import type { Durability, FinishWith, WriteSet } from "./write-set";
import { mergeWriteSets, writeAll } from "./write-set";

/** Writes one decision of the reducer with all its rows, in the caller's transaction and under its row lock. */
export interface DecisionContext {
  readonly source: FactSource | "request";
  readonly actor: Actor;
  readonly now: Date;
  readonly inboxEventId: string | null;
  readonly details: FactDetails;
  /** How long, in ms, the projection into Medusa leaves an operation to its caller. */
  readonly completeCartAfterMs: number;
  readonly actorId?: string | null;
  readonly note?: string | null;
  /** The decision already contains its hold: the review rule is not evaluated again. */
  readonly isHoldDecided?: boolean;
}

export interface FactDetails {
  readonly code: string | null;
  readonly message: string | null;
  readonly gatewayPaymentId?: string | null;
  readonly reference?: string | null;
  readonly card?: MaskedCard | null;
  readonly risk?: RiskFact | null;
  readonly threeDs?: ThreeDsFact | null;
  readonly actionUrl?: string | null;
  readonly redirectForm?: RedirectForm | null;
}

export const noDetails: FactDetails = { code: null, message: null };

const isEmpty = ({ entries, conclusions, disputes }: Decision): boolean =>
  entries.length === 0 && conclusions.length === 0 && disputes === undefined;

/** Returns true if the attempt changed. */
export async function applyDecision(
  trx: Knex,
  attempt: LockedAttempt,
  reduced: Decision,
  context: DecisionContext,
): Promise<boolean> {
  const decision = context.isHoldDecided ? reduced : withHold(attempt, reduced, context.details.risk ?? null);
  for (const item of decision.attention) {
    const { account, id } = attempt.row;
    await raiseAttention(trx, { account, subject: id, attemptId: id, ...item }, context.now);
  }
  if (isEmpty(decision)) {
    await applyDetails(trx, attempt, context);
    return false;
  }
  if (await isTakenByAnother(trx, attempt, context)) return false;
  const outsideId = await recordExternalRefund(trx, attempt, decision, context.now);
  if (outsideId === null) return false;
  for (const kind of decision.cleared ?? []) await clearAttention(trx, kind, attempt.row.id, context.now);
  await writeAll(trx, decisionWrites(attempt, decision, { ...context, outsideId }));
  if (decision.hold?.decision) await clearAttention(trx, "held_review", attempt.row.id, context.now);
  return true;
}

/** Another payment's gateway ID proves nothing about this one: nothing is recorded, and an attention item is raised. */
async function isTakenByAnother(trx: Knex, { row }: LockedAttempt, context: DecisionContext): Promise<boolean> {
  const { gatewayPaymentId } = context.details;
  if (!gatewayPaymentId || row.gateway_payment_id !== null) return false;
  const { account } = row;
  const other = await trx<AttemptRow>("acquiring_payment_attempt")
    .where({ account, gateway_payment_id: gatewayPaymentId, deleted_at: null })
    .whereIn("gateway_identity", [...identitiesBeside(row)])
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

/** A decision about one of several attempts that change together. */
export interface Applied {
  readonly attempt: LockedAttempt;
  readonly reduced: Decision;
  readonly context: DecisionContext;
  /** The operation that Medusa records itself from now on; the decision concludes it. */
  readonly recordedByCallerId?: string | undefined;
}

/** The decision's writes if they need no further reads and can share a write set; null: use `applyDecision`. */
export function simpleWrites({ attempt, reduced, context, recordedByCallerId }: Applied): WriteSet | null {
  const { gatewayPaymentId, risk = null } = context.details;
  const isTold = reduced.attention.length > 0 || (reduced.cleared ?? []).length > 0;
  if (isTold || reduced.outside || reduced.hold) return null;
  if (!context.isHoldDecided && concernsHold(attempt, reduced, risk)) return null;
  // The ID may belong to another payment.
  if (gatewayPaymentId && attempt.row.gateway_payment_id === null) return null;
  if (isEmpty(reduced)) return hasDisplayDetails(context.details) ? null : {};
  return decisionWrites(attempt, reduced, { ...context, outsideId: undefined, recordedByCallerId });
}

/**
 * The same with the review rule: `simple` shares a write set; `held` puts the payment on hold or ends that, and is applied
 * in the same transaction; null: use `applyDecision`. The rule is evaluated unless the result is null.
 */
export function factWrites(applied: Applied): { readonly simple: WriteSet } | { readonly held: Applied } | null {
  const { attempt, reduced } = applied;
  const context = { ...applied.context, isHoldDecided: true };
  const simple = simpleWrites({ ...applied, context });
  if (simple === null) return null;
  const decided = withHold(attempt, reduced, context.details.risk ?? null);
  return decided === reduced ? { simple } : { held: { ...applied, reduced: decided, context } };
}

export interface OtherWrites {
  /** Commits as well if nothing is left to be applied one by one. Missing: the caller writes more. */
  readonly finish?: FinishWith | undefined;
  readonly otherWrites?: readonly WriteSet[];
  readonly durability?: Durability;
}

/** Writes the simple decisions in one statement and returns the others, which are applied one by one. */
export async function applySimple<One extends Applied>(
  trx: Knex,
  all: readonly One[],
  { otherWrites = [], durability, finish }: OtherWrites = {},
): Promise<readonly One[]> {
  const writeSets = all.map((each) => simpleWrites(each));
  const merged = mergeWriteSets([...otherWrites, ...writeSets.flatMap((writeSet) => writeSet ?? [])]);
  if (finish && !writeSets.includes(null)) await finish(merged, durability);
  else await writeAll(trx, merged, durability);
  return all.filter((_, index) => writeSets[index] === null);
}
