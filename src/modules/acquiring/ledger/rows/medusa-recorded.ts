import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { OperationRow } from "./attempt-row";

/** Proven at the gateway without a waiting caller: Medusa has no row for it yet. */
export const isUnrecorded = (row: OperationRow): boolean =>
  // Reviews and ended subscriptions move no money: Medusa has no row for them.
  row.kind !== "review" &&
  row.kind !== "cancel_subscription" &&
  !row.recorded_in_medusa &&
  (row.status === "settled" || (row.kind === "refund" && row.status === "pending"));

export async function markRecorded(pg: Knex, operationId: string): Promise<void> {
  await pg("acquiring_operation").where({ id: operationId }).update({ recorded_in_medusa: true });
}
