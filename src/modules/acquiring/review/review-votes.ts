import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, fromMajor } from "../../../gateway/model/money";
import type { ReviewOptions } from "../../../options/review-options";
import type { ReviewAction } from "../domain/snapshot";
import { noDetails } from "../ledger/apply-decision";
import { insertAudit } from "../ledger/journal";
import type { AttemptRow, LockedAttempt } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/** A vote is final. Two agree when one repeats a decision that another voted for, whatever else they voted. */
export interface Vote {
  readonly attempt_id: string;
  readonly actor_id: string;
  readonly action: ReviewAction;
  readonly note: string | null;
  readonly at: Date;
}

/**
 * `agreed`: another person voted the same. `noted`: the first such vote. `said_otherwise`: nobody voted the same, and
 * this person voted the opposite before.
 */
export type Counted = "agreed" | "noted" | "said_otherwise";

/** Above the amount of its currency; an unlisted currency needs one person. */
export function needsSecondPerson(
  above: ReviewOptions["secondPersonAbove"],
  { currency, requested }: Pick<AttemptRow, "currency" | "requested">,
): boolean {
  const most = above?.[currency];
  return most !== undefined && minorOf(requested) > fromMajor(most, createCurrency(currency)).minor;
}

export async function votesOf(pg: Knex, attemptIds: readonly string[]): Promise<Vote[]> {
  if (attemptIds.length === 0) return [];
  return pg<Vote>("acquiring_review_vote")
    .whereIn("attempt_id", [...attemptIds])
    .where({ deleted_at: null })
    .orderBy("at")
    .orderBy("id");
}

/** Returns whether two agree now. Under the attempt's row lock, so that one of two simultaneous votes is the second. */
export async function countVote(
  trx: Knex.Transaction,
  { row }: LockedAttempt,
  vote: { readonly actorId: string; readonly action: ReviewAction; readonly note: string | null; readonly now: Date },
): Promise<Counted> {
  const { actorId, action, note, now } = vote;
  const votes = await votesOf(trx, [row.id]);
  const own = votes.find(({ actor_id: voter }) => voter === actorId);
  if (!own) await insertVote(trx, row.id, vote);
  if (votes.some((other) => other.actor_id !== actorId && other.action === action)) return "agreed";
  if (own && own.action !== action) return "said_otherwise";
  if (own) return "noted";
  await insertAudit(trx, row.id, {
    action: `review_${action}_noted`,
    operationId: null,
    actorId,
    note,
    context: { source: "request", actor: "admin", now, inboxEventId: null, details: noDetails, completeCartAfterMs: 0 },
  });
  return "noted";
}

async function insertVote(
  trx: Knex.Transaction,
  attemptId: string,
  vote: { readonly actorId: string; readonly action: ReviewAction; readonly note: string | null; readonly now: Date },
): Promise<void> {
  await trx("acquiring_review_vote").insert({
    id: generateEntityId(undefined, "acqvot"),
    attempt_id: attemptId,
    actor_id: vote.actorId,
    action: vote.action,
    note: vote.note,
    at: vote.now,
    created_at: vote.now,
    updated_at: vote.now,
  });
}
