import type { Ledger } from "./ledger";
import type { AttemptRow } from "./rows/attempt-row";

/**
 * Late or duplicate money: it came for a replaced session, for a cart that already has its order, without the required
 * 3-D Secure, or was rejected in review. Only the intent is recorded here; a worker reverses it through the gate.
 */
export type ReversalReason = "late_or_duplicate_payment" | "three_ds_missing" | "held_rejected";

/** Records the reversal once; false if already recorded, or if nothing is held. */
export async function intendReversal(
  ledger: Ledger,
  attemptId: string,
  { reason, now }: { readonly reason: ReversalReason; readonly now: Date },
): Promise<boolean> {
  const changed = await ledger
    .connection("acquiring_payment_attempt")
    .where({ id: attemptId, reversal_reason: null })
    .whereIn("state", ["authorised", "captured"])
    .update({ reverse_at: now, reversal_reason: reason, updated_at: now });
  return changed > 0;
}

/** 2 s, doubling to 10 minutes: a failing gateway is called at a bounded rate. */
export async function postponeReversal(
  ledger: Ledger,
  { id, reversal_tries: tries }: AttemptRow,
  now: Date,
): Promise<void> {
  const pause = Math.min(600_000, 2_000 * 2 ** Math.min(tries, 9));
  await ledger
    .connection("acquiring_payment_attempt")
    .where({ id })
    .update({ reverse_at: new Date(now.getTime() + pause), reversal_tries: tries + 1 });
}

export async function finishReversal(ledger: Ledger, id: string): Promise<void> {
  await ledger.connection("acquiring_payment_attempt").where({ id }).update({ reverse_at: null });
}

/** Keys of requests that a query proved undelivered; the gateway did not decline them. */
export async function unappliedKeys(
  ledger: Ledger,
  attemptId: string,
  kind: "void" | "refund" | "cancel_subscription",
): Promise<string[]> {
  const { rows } = await ledger.connection.raw<{ rows: { key: string }[] }>(
    `SELECT operation.idempotency_key AS key FROM acquiring_operation operation
      WHERE operation.attempt_id = ? AND operation.kind = ? AND operation.status = 'declined'
        AND operation.deleted_at IS NULL
        AND (SELECT entry.kind FROM acquiring_entry entry
              WHERE entry.attempt_id = operation.attempt_id AND entry.operation_id = operation.id
                AND entry.deleted_at IS NULL
              ORDER BY entry.sequence DESC LIMIT 1) = ?`,
    [attemptId, kind, `${kind}_not_applied`],
  );
  return rows.map(({ key }) => key);
}

interface Tried {
  readonly id: string;
  readonly kind: "void" | "refund";
  readonly key: string;
  readonly most?: number;
}

/** A try that is proven undelivered makes room for the next; a decline is final. `most`: the maximum of tries. */
export async function keyOfNextTry(ledger: Ledger, { id, kind, key, most = Infinity }: Tried): Promise<string> {
  const used = await unappliedKeys(ledger, id, kind);
  const over = used.filter((each) => each === key || each.startsWith(`${key}_`)).length;
  const again = Math.min(over, most - 1);
  return again === 0 ? key : `${key}_${String(again + 1)}`;
}
