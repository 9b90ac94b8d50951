import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { isUnlinked } from "../ledger/rows/attempt-row";

/** The subscription module's queries of the ledger beside its attempts. */

export async function renewalsOf(ledger: Ledger, attemptId: string): Promise<AttemptRow[]> {
  return ledger
    .connection<AttemptRow>("acquiring_payment_attempt")
    .where({ renewal_of: attemptId, deleted_at: null })
    .orderBy(["created_at", "id"]);
}

export async function markSynced(ledger: Ledger, id: string, version: number): Promise<boolean> {
  const changed = await ledger
    .connection("acquiring_payment_attempt")
    .where({ id, version })
    .update({ subscription_due_at: null });
  return changed > 0;
}

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

/** True if this session represents the renewal from now on, or did before; false if no renewal, or another's. */
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
