import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/rows";
import { isUnlinked } from "../ledger/rows/rows";

/**
 * The subscription module's queries of the ledger beside its attempts: changed ones, renewals, and their sessions. It
 * sends and decides nothing.
 */

/** Every charge after the first, oldest first. */
export async function renewalsOf(ledger: Ledger, attemptId: string): Promise<AttemptRow[]> {
  return ledger
    .connection<AttemptRow>("acquiring_payment_attempt")
    .where({ renewal_of: attemptId, deleted_at: null })
    .orderBy(["created_at", "id"]);
}

/** The subscription is synced with this version of the attempt; a newer version stays due. */
export async function markSynced(ledger: Ledger, id: string, version: number): Promise<boolean> {
  const changed = await ledger
    .connection("acquiring_payment_attempt")
    .where({ id, version })
    .update({ subscription_due_at: null });
  return changed > 0;
}

/** Syncs it again then, in any case. */
export async function postponeSync(ledger: Ledger, id: string, at: Date): Promise<void> {
  await ledger
    .connection("acquiring_payment_attempt")
    .where({ id })
    .whereNotNull("subscription_due_at")
    .update({ subscription_due_at: at });
}

export interface RenewalLink {
  readonly sessionId: string;
}

/**
 * This session represents the renewal from now on, and Medusa's rows follow it. True if it does, also if it did before;
 * false if it is not a renewal, or another's.
 */
export async function linkRenewal(
  ledger: Ledger,
  attemptId: string,
  { sessionId }: RenewalLink,
  now: Date,
): Promise<boolean> {
  const linked = await ledger.withAttempt(attemptId, async ({ row }, trx) => {
    if (row.renewal_of === null) return false;
    if (!isUnlinked(row)) return row.session_id === sessionId;
    await trx("acquiring_payment_attempt")
      .where({ id: row.id })
      .update({ session_id: sessionId, version: row.version + 1, project_after: now, updated_at: now });
    return true;
  });
  return linked === true;
}
