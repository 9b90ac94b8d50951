import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { RiskFact } from "../../../../gateway/model/facts";
import type { Decision, HoldReason } from "../../domain/snapshot";
import { endedUndecided, endHold, isReleased, putOnHold, reopenHold } from "../../domain/review-holds";
import { holdsMoney } from "../../domain/states";
import type { AttemptRow, LockedAttempt } from "./attempt-row";

/** The review rule is evaluated once: when the gateway is undecided, and when it reports the money as authorised. */
export interface HoldSubject {
  readonly row: AttemptRow;
  /** Undecided, and not because the customer has to act. */
  readonly isPending: boolean;
  /** The gateway has just reported the money: the review rule is evaluated now, and never again. */
  readonly isNewMoney: boolean;
  readonly risk: RiskFact | null;
  /** The gateway held it and released it: its earlier request for a review no longer counts. */
  readonly isReleased?: true;
}

export type ReviewPolicy = (subject: HoldSubject) => HoldReason | null;

export const holdNothing: ReviewPolicy = () => null;

export function withHold(attempt: LockedAttempt, decision: Decision, news: RiskFact | null): Decision {
  const { row, snapshot, holdRule } = attempt;
  if (row.hold_reason !== null) return holdAgain(attempt, endHold(snapshot, decision), news);
  if (!concernsHold(attempt, decision, news)) return decision;
  const isNewMoney = isMoneyNew(attempt, decision);
  const isPending = decision.state === "pending";
  const risk = isNewMoney || isPending ? mergeRisk(row.risk, news) : news;
  const reason = holdRule({ row, isPending, isNewMoney, risk });
  return reason === null ? decision : putOnHold(decision, reason);
}

/**
 * New money of a payment that was held before. One whose hold ended because it expired or was declined waits for a person; one that
 * the gateway released is passed to the rule as if it had never been held.
 */
function holdAgain(attempt: LockedAttempt, decision: Decision, news: RiskFact | null): Decision {
  if (!isMoneyNew(attempt, decision)) return decision;
  const { row, snapshot, holdRule } = attempt;
  if (endedUndecided(snapshot)) return reopenHold(snapshot, decision);
  if (!isReleased(decision)) return decision;
  const risk = mergeRisk(row.risk, news);
  const reason = holdRule({ row, isPending: false, isNewMoney: true, isReleased: true, risk });
  return reason === null ? decision : putOnHold(decision, reason);
}

/** Is there a hold that this decision may end, or must the rule be evaluated? */
export function concernsHold(attempt: LockedAttempt, decision: Decision, news: RiskFact | null): boolean {
  const { row } = attempt;
  if (row.hold_reason !== null) return true;
  // Our own capture is past; authorised or undecided payments can still be stopped.
  const isNews = news !== null && decision.state === "authorised";
  const isPending = decision.state === "pending" && (news !== null || row.state !== "pending");
  return isMoneyNew(attempt, decision) || isNews || isPending;
}

const isMoneyNew = ({ row }: LockedAttempt, { state }: Decision): boolean =>
  holdsMoney(state) && !holdsMoney(row.state);

/** The known risk data plus a new fact's; missing fields remove nothing. */
export function mergeRisk(known: unknown, added: RiskFact | null): RiskFact | null {
  const before = isRisk(known) ? known : null;
  if (!before || !added) return added ?? before;
  const unreadable = [...new Set([...(before.unreadable ?? []), ...(added.unreadable ?? [])])];
  return {
    action: added.action ?? before.action,
    score: added.score ?? before.score,
    reasons: added.reasons.length > 0 ? added.reasons : before.reasons,
    // No later data shows what the unreadable response contained.
    ...(unreadable.length > 0 ? { unreadable } : {}),
  };
}

/** Only we write this column; rows of earlier versions have the same form. */
const isRisk = (value: unknown): value is RiskFact =>
  typeof value === "object" && value !== null && "action" in value && "score" in value && "reasons" in value;

export const holdColumns = ({ hold }: Decision, now: Date): Record<string, unknown> => {
  if (!hold) return {};
  if (hold.decision === null)
    return { held_at: now, hold_reason: hold.reason, hold_decision: null, hold_decided_at: null };
  return { hold_decision: hold.decision, hold_decided_at: now };
};

type Attempts = Knex.QueryBuilder<AttemptRow>;

/**
 * Does a payment of this cart wait for a review? Money that came late, or whose session was replaced, counts as well, unless it goes
 * back or another payment is in one of these payment collections, those of the cart's order: then it pays for nothing.
 */
export async function isHeldCart(pg: Knex, cartId: string, collectionIds: readonly string[]): Promise<boolean> {
  return isHeld(pg, collectionIds, (attempts) => attempts.where({ cart_id: cartId }));
}

/** Of an order without a cart: only an imported payment can be held. */
export async function isHeldOrder(pg: Knex, collectionIds: readonly string[]): Promise<boolean> {
  const sessions = pg("payment_session")
    .whereIn("payment_collection_id", [...collectionIds])
    .select("id");
  return isHeld(pg, collectionIds, (attempts) => attempts.whereIn("session_id", sessions));
}

/** Does a payment for one of these payment collections wait for a review? */
export async function isHeldCollection(pg: Knex, collectionIds: readonly string[]): Promise<boolean> {
  const held = await Promise.all(
    collectionIds.map((id) => isHeld(pg, [id], (attempts) => attempts.where({ collection_id: id }))),
  );
  return held.includes(true);
}

async function isHeld(
  pg: Knex,
  collectionIds: readonly string[],
  among: (attempts: Attempts) => Attempts,
): Promise<boolean> {
  const payment = pg("payment")
    .whereIn("payment_collection_id", [...collectionIds])
    .where({ canceled_at: null, deleted_at: null });
  // One that is created from a held payment counts by itself.
  const own = payment.clone().whereRaw("payment.data ->> 'order_no' = acquiring_payment_attempt.order_no");
  const session = pg("payment_session").whereRaw("id = acquiring_payment_attempt.session_id AND deleted_at IS NULL");
  const held = await among(pg<AttemptRow>("acquiring_payment_attempt"))
    .where({ hold_decision: null, deleted_at: null })
    .whereNotNull("held_at")
    .where((counts) => {
      void counts
        .whereExists(own)
        .orWhere((awaited) => void awaited.where({ is_late: false }).whereExists(session))
        .orWhere((alone) => void alone.where({ reversal_reason: null }).whereNotExists(payment));
    })
    .first("id");
  return held !== undefined;
}
