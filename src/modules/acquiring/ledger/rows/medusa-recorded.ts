import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { OperationRow } from "./rows";

/** Whether Medusa has a row of its own for an effect that is proven at the gateway. */

/** Proven at the gateway while nobody was waiting for the answer: Medusa has no row for it yet. */
export const isUnrecorded = (row: OperationRow): boolean =>
  // Neither a review nor the end of a subscription moves money: Medusa has no row for it.
  row.kind !== "review" &&
  row.kind !== "cancel_subscription" &&
  !row.recorded_in_medusa &&
  (row.status === "settled" || (row.kind === "refund" && row.status === "pending"));

export async function markRecorded(pg: Knex, operationId: string): Promise<void> {
  await pg("acquiring_operation").where({ id: operationId }).update({ recorded_in_medusa: true });
}
