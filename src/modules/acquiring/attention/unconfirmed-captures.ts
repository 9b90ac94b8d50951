import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { raiseAttention } from "../ledger/attention";

/**
 * Captures of ours whose answer was lost and whose amount no notification confirms: the query that says "captured" names
 * no amount, and may have seen what somebody captured in the gateway's portal. Raised once for each payment, whatever
 * became of the item; whoever was told since that the amounts differ is not told again.
 */
const KIND = "capture_unconfirmed";
/** So long a notification may take; our choice. */
const PATIENCE_MS = 3_600_000;
/** What is older was looked at when it was younger, or nothing has run for a month. */
const HORIZON_MS = 30 * 86_400_000;
/** The rest is found a minute later. */
const LIMIT = 200;

const UNCONFIRMED = `
  SELECT attempt.id, attempt.account, operation.inferred_at AS since
  FROM acquiring_operation AS operation
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
  WHERE operation.inferred_at > :after AND operation.inferred_at <= :before AND operation.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item
      WHERE item.attempt_id = attempt.id AND item.deleted_at IS NULL AND (item.kind = :kind OR item.kind = 'amount_mismatch'
        AND (item.raised_at >= operation.inferred_at OR item.cleared_at IS NULL AND item.updated_at >= operation.inferred_at)))`;
const SOME = `${UNCONFIRMED} ORDER BY operation.inferred_at LIMIT CAST(:limit AS integer)`;
const STILL = `${UNCONFIRMED} AND attempt.id = :id`;

interface Unconfirmed {
  readonly id: string;
  readonly account: string;
  readonly since: Date;
}

/** Answers how many were raised. */
export async function raiseUnconfirmedCaptures(pg: Knex, now: Date): Promise<number> {
  const before = new Date(now.getTime() - PATIENCE_MS);
  const after = new Date(now.getTime() - HORIZON_MS);
  const bounds = { before, after, kind: KIND };
  const { rows } = await pg.raw<{ rows: Unconfirmed[] }>(SOME, { ...bounds, limit: LIMIT });
  let raised = 0;
  for (const { id } of rows) {
    raised += await pg.transaction(async (trx) => {
      // Whoever confirms it holds this lock; who was first is seen then.
      await trx("acquiring_payment_attempt").where({ id }).forUpdate().first("id");
      const still = await trx.raw<{ rows: Unconfirmed[] }>(STILL, { ...bounds, id });
      const [found] = still.rows;
      if (!found) return 0;
      const { account, since } = found;
      const message =
        `The answer to a capture was lost. The gateway says since ${since.toISOString().slice(0, 16).replace("T", " ")} ` +
        `(UTC) that the payment is captured, not how much, and no notification named the amount. If somebody captured in ` +
        `the portal at the same time, the two differ.`;
      await raiseAttention(trx, { account, kind: KIND, subject: id, attemptId: id, message }, now);
      return 1;
    });
  }
  return raised;
}
