import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
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
