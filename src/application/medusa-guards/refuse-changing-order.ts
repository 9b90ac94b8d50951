import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { CANNOT_CANCEL, WHY_CANNOT_CANCEL } from "../../modules/acquiring";
import { closeStaleOrderChange } from "../orders/close-stale-order-change";

const CHANGING = `${CANNOT_CANCEL} AND placed.id = ? AND payment.provider_id LIKE 'pp_acquiring-%' LIMIT 1`;

/** `POST /admin/orders/:id/cancel`: core would report the open change only, not what to do. Throws NOT_ALLOWED. */
export async function refuseChangingOrder(container: MedusaContainer, orderId: string): Promise<void> {
  // What a dead process left of a refund is nothing that staff could close.
  await closeStaleOrderChange(container, orderId);
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(CHANGING, [orderId]);
  if (rows.length > 0) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_CANNOT_CANCEL);
}
