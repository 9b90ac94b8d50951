import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { raiseAttention } from "../ledger/attention";
import { IS_CONFIRMED, IS_INFERRED } from "../ledger/confirmations";

/**
 * Captures of ours whose answer was lost and whose amount no notification confirms: the query that says "captured" names
 * no amount, and may have seen what somebody captured in the gateway's portal. Raised once for each payment, whatever
 * became of the item; whoever was told that the amounts differ is not told again.
 */
const KIND = "capture_unconfirmed";
/** So long a notification may take; our choice. */
const PATIENCE_MS = 3_600_000;
/** What is older was looked at when it was younger, or nothing has run for a month. */
const HORIZON_MS = 30 * 86_400_000;
/** The rest is found a minute later. */
const LIMIT = 200;

const UNCONFIRMED = `
  SELECT attempt.id, attempt.account, entry.occurred_at AS since
  FROM acquiring_entry AS entry
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = entry.attempt_id
  WHERE ${IS_INFERRED} AND entry.occurred_at > :after AND entry.occurred_at <= :before AND NOT ${IS_CONFIRMED}
    AND NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item
      WHERE item.attempt_id = attempt.id AND item.kind IN (:kind, 'amount_mismatch') AND item.deleted_at IS NULL)
  ORDER BY entry.occurred_at LIMIT CAST(:limit AS integer)`;

/** Answers how many were raised. */
export async function raiseUnconfirmed(pg: Knex, now: Date): Promise<number> {
  const before = new Date(now.getTime() - PATIENCE_MS);
  const after = new Date(now.getTime() - HORIZON_MS);
  const { rows } = await pg.raw<{ rows: { id: string; account: string; since: Date }[] }>(UNCONFIRMED, {
    before,
    after,
    kind: KIND,
    limit: LIMIT,
  });
  for (const { id, account, since } of rows) {
    const message =
      `The answer to a capture was lost. The gateway says since ${since.toISOString().slice(0, 16).replace("T", " ")} ` +
      `(UTC) that the payment is captured, not how much, and no notification named the amount. If somebody captured in the ` +
      `portal at the same time, the two differ.`;
    await raiseAttention(pg, { account, kind: KIND, subject: id, attemptId: id, message }, now);
  }
  return rows.length;
}
