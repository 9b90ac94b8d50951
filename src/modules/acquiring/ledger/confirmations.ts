import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { confirmCapture } from "../domain/settlement";
import { applyDecision, noDetails } from "./apply-decision";
import type { Ledger } from "./ledger";

/**
 * A capture of ours whose own answer was lost: the gateway's word on the payment says that something was captured, never
 * by whom and how much. The notification that names its amount confirms it.
 */
export interface InferredCapture {
  readonly operationId: string;
  readonly isConfirmed: boolean;
}

/** Null: every capture of this payment is known by its own answer, or was made outside the store. */
export async function inferredCapture(pg: Knex, attemptId: string): Promise<InferredCapture | null> {
  const { rows } = await pg.raw<{ rows: { operation_id: string; confirmed: boolean }[] }>(INFERRED, [attemptId]);
  const [row] = rows;
  return row ? { operationId: row.operation_id, isConfirmed: row.confirmed } : null;
}

/** What is read of entries here; the index `IDX_acquiring_entry_inferred` has it in the same words. */
export const IS_INFERRED = `entry.kind = 'captured' AND entry.source <> 'response' AND entry.source <> 'request'
    AND entry.operation_id IS NOT NULL AND entry.deleted_at IS NULL`;

export const IS_CONFIRMED = `EXISTS (
    SELECT 1 FROM acquiring_entry AS later WHERE later.attempt_id = entry.attempt_id AND later.kind = 'capture_confirmed'
      AND later.operation_id = entry.operation_id AND later.deleted_at IS NULL)`;

const INFERRED = `
  SELECT entry.operation_id, ${IS_CONFIRMED} AS confirmed FROM acquiring_entry AS entry
  WHERE entry.attempt_id = ? AND ${IS_INFERRED} LIMIT 1`;

export interface Confirmation {
  readonly attemptId: string;
  readonly operationId: string;
  /** The notification that names the amount. */
  readonly inboxEventId: string;
  readonly now: Date;
}

/** Writes the confirmation down, once. */
export async function recordConfirmation(ledger: Ledger, confirmation: Confirmation): Promise<void> {
  const { attemptId, operationId, inboxEventId, now } = confirmation;
  await ledger.withAttempt(attemptId, async (attempt, trx) => {
    const inferred = await inferredCapture(trx, attemptId);
    if (inferred?.operationId !== operationId || inferred.isConfirmed) return;
    await applyDecision(trx, attempt, confirmCapture(attempt.snapshot, operationId), {
      source: "notify",
      actor: "gateway",
      now,
      inboxEventId,
      details: noDetails,
      projectAfterMs: 0,
    });
  });
}
