import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { firstRowId } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

const LOOK = `
  UPDATE acquiring_payment_attempt SET version = version + 1, project_after = LEAST(COALESCE(project_after, :now), :now)
  WHERE state IN ('authorised', 'captured') AND session_id IN (
    SELECT payment.payment_session_id FROM order_payment_collection AS link
    JOIN payment ON payment.payment_collection_id = link.payment_collection_id
      AND payment.deleted_at IS NULL AND payment.canceled_at IS NULL
    WHERE link.order_id = :orderId AND link.deleted_at IS NULL)`;

/** Core cancels an order even if the void or refund failed, without reporting it; the projection checks for that. */
export async function recheckCancelledOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await container
    .resolve(ContainerRegistrationKeys.PG_CONNECTION)
    .raw(LOOK, { orderId, now: resolveLedger(container).now() });
}

/** How far back: longer than a store stands still. Older ones are differences for the reconciliation. Our choice. */
const LOOK_BACK_MS = 3 * 86_400_000;

/**
 * Core adds a change to each order that it cancels, and Medusa's IDs contain their time, so that the primary key finds them. Without
 * an item since, and nothing on its way back; the clocks of Medusa and the ledger may differ, and what was dismissed is not raised again.
 */
const MISSED = `
  UPDATE acquiring_payment_attempt SET version = version + 1, project_after = :now WHERE id IN (
    SELECT attempt.id FROM order_change AS change
    JOIN "order" AS placed ON placed.id = change.order_id AND placed.status = 'canceled' AND placed.deleted_at IS NULL
    JOIN order_payment_collection AS link ON link.order_id = placed.id AND link.deleted_at IS NULL
    JOIN payment ON payment.payment_collection_id = link.payment_collection_id
      AND payment.deleted_at IS NULL AND payment.canceled_at IS NULL
    JOIN acquiring_payment_attempt AS attempt ON attempt.session_id = payment.payment_session_id
      AND attempt.order_no = payment.data->>'order_no' AND attempt.deleted_at IS NULL
    WHERE change.id >= :first AND attempt.project_after IS NULL AND attempt.reversal_reason IS NULL
      AND (attempt.state = 'authorised'
        OR attempt.state = 'captured' AND attempt.captured > attempt.refunded + attempt.refund_pending)
      AND NOT EXISTS (SELECT FROM acquiring_operation AS operation
        WHERE operation.attempt_id = attempt.id AND operation.kind IN ('void', 'refund')
          AND operation.status IN ('sending', 'unknown') AND operation.deleted_at IS NULL)
      AND NOT EXISTS (SELECT FROM acquiring_attention_item AS item
        WHERE item.attempt_id = attempt.id AND item.kind IN ('late_or_duplicate_payment', 'refund_failed')
          AND item.deleted_at IS NULL
          AND (item.cleared_at IS NULL OR item.updated_at > placed.canceled_at - interval '10 minutes'))
    ORDER BY attempt.version LIMIT 500 FOR UPDATE OF attempt SKIP LOCKED)`;

/** Every ten minutes: the same for recently cancelled orders whose event was lost. Returns how many payments. */
export async function recheckCancelledOrders(container: MedusaContainer): Promise<number> {
  const ledger = resolveLedger(container);
  const now = ledger.now();
  const first = firstRowId("ordch", new Date(now.getTime() - LOOK_BACK_MS));
  const { rowCount } = await ledger.attempts.connection.raw<{ rowCount: number }>(MISSED, { now, first });
  return rowCount;
}
