import type { MedusaContainer } from "@medusajs/framework/types";
import { unitsByCurrency } from "../../gateway/model/money";
import { firstRowId } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

/**
 * Core commits a capture's or refund's row before it calls the provider. If the process dies before our first commit,
 * nothing of ours mentions the row: this finds it, and the projection removes it (`orders/remove-orphans.ts`).
 */

/** How far back: longer than a store stands still. Older rows are differences for the reconciliation. Our choice. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** Per run; the rest follows with the next one. Our choice. */
const MOST = 500;

/** Returns how many payments are examined again. By the primary keys, which begin with the time. */
export async function findUnbegun(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  const now = ledger.now();
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const { rowCount } = await ledger.attempts.connection.raw<{ rowCount: number }>(FIND, {
    ...{ now, most: MOST, captures: firstRowId("capt", since), refunds: firstRowId("ref", since) },
    units: JSON.stringify(unitsByCurrency),
  });
  return rowCount;
}

/** A row without an operation, of a payment of which Medusa says more than the ledger: not an automatic capture's own. */
const FIND = `
  UPDATE acquiring_payment_attempt SET version = version + 1, project_after = :now, project_failures = 0 WHERE id IN (
    SELECT attempt.id FROM (
      SELECT 'capture' AS kind, id, payment_id, created_by FROM capture WHERE id >= :captures AND deleted_at IS NULL
      UNION ALL
      SELECT 'refund', id, payment_id, created_by FROM refund WHERE id >= :refunds AND deleted_at IS NULL
    ) AS moved
    JOIN payment ON payment.id = moved.payment_id AND payment.deleted_at IS NULL
    JOIN acquiring_payment_attempt AS attempt
      ON attempt.session_id = payment.payment_session_id AND attempt.order_no = payment.data->>'order_no'
    WHERE attempt.project_after IS NULL AND attempt.deleted_at IS NULL AND moved.created_by IS DISTINCT FROM attempt.id
      AND NOT EXISTS (SELECT FROM acquiring_operation AS operation WHERE operation.attempt_id = attempt.id AND operation.deleted_at IS NULL
        AND (operation.idempotency_key = moved.id OR operation.id = moved.created_by))
      AND CASE moved.kind
        WHEN 'capture' THEN (SELECT SUM(amount) FROM capture WHERE payment_id = payment.id AND deleted_at IS NULL)
          * COALESCE(CAST(:units AS jsonb)->>attempt.currency, '100')::numeric > attempt.captured + 0.5
        ELSE (SELECT SUM(amount) FROM refund WHERE payment_id = payment.id AND deleted_at IS NULL)
          * COALESCE(CAST(:units AS jsonb)->>attempt.currency, '100')::numeric > attempt.refunded + attempt.refund_pending + 0.5
        END
    LIMIT CAST(:most AS integer) FOR UPDATE OF attempt SKIP LOCKED)`;
