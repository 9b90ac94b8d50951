import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { RetentionOptions } from "../../../options/attention-options";

/**
 * Forgets messages that were handled long ago: the inbox is the largest table and
 * the only one with what others wrote. Entries, audit records and operations stay
 * for ever; see ADR 13. What waits stays, and so does what a person has yet to
 * look at.
 */
const DAY_MS = 86_400_000;
const BATCH = 1_000;
/** A million rows in one night; the rest goes the next. */
const MOST_BATCHES = 1_000;

/** Rows that somebody holds are left for the next night, so this waits for nobody. */
export const PRUNE = `
  DELETE FROM acquiring_inbox_event WHERE id = ANY(ARRAY(
    SELECT event.id FROM acquiring_inbox_event AS event
    WHERE event.status <> 'pending' AND event.received_at < :before AND event.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM acquiring_payment_attempt AS attempt
        JOIN acquiring_attention_item AS item ON item.attempt_id = attempt.id AND item.cleared_at IS NULL
          AND item.deleted_at IS NULL
        WHERE attempt.order_no = event.order_no AND attempt.deleted_at IS NULL)
    ORDER BY event.received_at LIMIT CAST(:batch AS integer) FOR UPDATE OF event SKIP LOCKED))`;

/** Each batch commits by itself. Answers how many rows are gone. */
export async function pruneInbox(pg: Knex, { inboxDays }: RetentionOptions, now: Date): Promise<number> {
  const before = new Date(now.getTime() - inboxDays * DAY_MS);
  let pruned = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { rowCount } = await pg.raw<{ rowCount: number }>(PRUNE, { before, batch: BATCH });
    pruned += rowCount;
    if (rowCount < BATCH) break;
  }
  return pruned;
}
