import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { RiskFact } from "../../../../gateway/model/facts";
import type { Decision, HoldReason } from "../../domain/snapshot";
import { endHold, putOnHold } from "../../domain/review-holds";
import { holdsMoney } from "../../domain/states";
import type { AttemptRow, LockedAttempt } from "./rows";

/**
 * Which payments wait for a person's decision. The rule itself is the shop's
 * options, read elsewhere; here it is asked at the right moments, once: when the
 * gateway has the payment and is undecided, and when it says that it has the money.
 */
export interface HoldSubject {
  readonly row: AttemptRow;
  /** Undecided, and not because the shopper has to act. */
  readonly isPending: boolean;
  /** The gateway has just said that it has the money: the owner's own rule is asked now, and never again. */
  readonly isNewMoney: boolean;
  readonly risk: RiskFact | null;
}

export type ReviewPolicy = (subject: HoldSubject) => HoldReason | null;

export const holdNothing: ReviewPolicy = () => null;

/** The decision with what it means for the hold: begun, ended, or as it was. */
export function withHold(attempt: LockedAttempt, decision: Decision, news: RiskFact | null): Decision {
  const { row, snapshot, holdRule } = attempt;
  if (row.hold_reason !== null) return endHold(snapshot, decision);
  if (!concernsHold(attempt, decision, news)) return decision;
  const isNewMoney = isMoneyNew(attempt, decision);
  const isPending = decision.state === "pending";
  const risk = isNewMoney || isPending ? mergeRisk(row.risk, news) : news;
  const reason = holdRule({ row, isPending, isNewMoney, risk });
  return reason === null ? decision : putOnHold(decision, reason);
}

/** Is there a hold that this decision may end, or is it a moment at which the rule is asked? */
export function concernsHold(attempt: LockedAttempt, decision: Decision, news: RiskFact | null): boolean {
  const { row } = attempt;
  if (row.hold_reason !== null) return true;
  // Our own capture of it is past; what is only authorised or undecided can still be stopped.
  const isNews = news !== null && decision.state === "authorised";
  const isPending = decision.state === "pending" && (news !== null || row.state !== "pending");
  return isMoneyNew(attempt, decision) || isNews || isPending;
}

const isMoneyNew = ({ row }: LockedAttempt, { state }: Decision): boolean =>
  holdsMoney(state) && !holdsMoney(row.state);

/** What is known of the risk, with what a new fact adds; a fact that is silent takes nothing away. */
export function mergeRisk(known: unknown, added: RiskFact | null): RiskFact | null {
  const before = isRisk(known) ? known : null;
  if (!before || !added) return added ?? before;
  const unreadable = [...new Set([...(before.unreadable ?? []), ...(added.unreadable ?? [])])];
  return {
    action: added.action ?? before.action,
    score: added.score ?? before.score,
    reasons: added.reasons.length > 0 ? added.reasons : before.reasons,
    // Nothing that is read later shows what the unread answer said.
    ...(unreadable.length > 0 ? { unreadable } : {}),
  };
}

/** The column is written by us alone; rows of an earlier version have the same form. */
const isRisk = (value: unknown): value is RiskFact =>
  typeof value === "object" && value !== null && "action" in value && "score" in value && "reasons" in value;

export const holdColumns = ({ hold }: Decision, now: Date): Record<string, unknown> => {
  if (!hold) return {};
  if (hold.decision === null) return { held_at: now, hold_reason: hold.reason };
  return { hold_decision: hold.decision, hold_decided_at: now };
};

/** Does a payment of this cart wait for a person's decision? Late money beside the payment that counts does not. */
export async function isHeldCart(pg: Knex, cartId: string): Promise<boolean> {
  const held = await pg<AttemptRow>("acquiring_payment_attempt")
    .where({ cart_id: cartId, hold_decision: null, is_late: false, deleted_at: null })
    .whereNotNull("held_at")
    .first("id");
  return held !== undefined;
}
