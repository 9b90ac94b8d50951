import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";

/** Closes the order change of a credit line whose process died: confirmed if it has its action, else deleted. */
const ABANDONED = `
  SELECT change.id, EXISTS (SELECT FROM order_change_action AS action
    WHERE action.order_change_id = change.id AND action.deleted_at IS NULL) AS "hasAction"
  FROM order_change AS change
  WHERE change.order_id = ? AND change.change_type = 'credit_line' AND change.deleted_at IS NULL
    AND change.status IN ('pending', 'requested') AND change.created_at < now() - interval '60 seconds'`;

const Changes = z.array(z.object({ id: z.string(), hasAction: z.boolean() }));

export async function closeStaleOrderChange(container: MedusaContainer, orderId: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(ABANDONED, [orderId]);
  const orders = container.resolve(Modules.ORDER);
  for (const { id, hasAction } of Changes.parse(rows)) {
    if (hasAction) await orders.confirmOrderChange(id);
    else await orders.deleteOrderChanges([id]);
  }
}
