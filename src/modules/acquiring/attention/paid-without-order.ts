import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/attempt-row";

/**
 * Candidates for "paid, and no order": money has been held since before that moment, is not being reversed, and the
 * projection has not finished. A finished projection left an order, or an item of its own.
 */
export async function paidWithoutOrder(pg: Knex, before: Date, limit: number): Promise<AttemptRow[]> {
  return pg<AttemptRow>("acquiring_payment_attempt AS attempt")
    .whereNotNull("attempt.project_after")
    .whereIn("attempt.state", ["authorised", "captured"])
    .where({ "attempt.reversal_reason": null, "attempt.deleted_at": null })
    .whereExists((entry) =>
      entry
        .from("acquiring_entry AS entry")
        .whereRaw("entry.attempt_id = attempt.id AND entry.deleted_at IS NULL")
        .whereIn("entry.to_state", ["authorised", "captured"])
        .where("entry.occurred_at", "<=", before),
    )
    .whereNotExists((item) =>
      item
        .from("acquiring_attention_item AS item")
        .whereRaw("item.attempt_id = attempt.id")
        .where({ "item.cleared_at": null, "item.deleted_at": null })
        .whereIn("item.kind", ["paid_without_order", "late_or_duplicate_payment"]),
    )
    .orderBy("attempt.project_after")
    .limit(limit)
    .select("attempt.*");
}
