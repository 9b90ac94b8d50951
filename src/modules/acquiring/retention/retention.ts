import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { RetentionOptions } from "../../../options/attention-options";
import type { HeldMessages } from "../customer-messages/customer-messages";
import { nothingHeld, pruneCustomerMessages } from "../customer-messages/customer-messages";
import { pruneMessages } from "../staff-notifications/staff-messages";

/** Removes messages processed long ago (ADR 13). Pending messages stay, and those that a person has yet to see. */
const DAY_MS = 86_400_000;
const BATCH = 1_000;
/** A million rows per night; the rest follows. */
const MOST_BATCHES = 1_000;

/**
 * SQL: no open item is about the message `event`. An item without a payment names its order number, or the account of a
 * message that has none.
 */
export const isUnneededMessage = (event: string): string => `NOT EXISTS (
    SELECT FROM acquiring_payment_attempt AS attempt
    JOIN acquiring_attention_item AS item ON item.attempt_id = attempt.id AND item.cleared_at IS NULL
      AND item.deleted_at IS NULL
    WHERE attempt.order_no = ${event}.order_no AND attempt.deleted_at IS NULL)
  AND (${event}.status <> 'refused' OR NOT EXISTS (
    SELECT FROM acquiring_attention_item AS item
    WHERE item.attempt_id IS NULL AND item.cleared_at IS NULL AND item.deleted_at IS NULL
      AND item.subject = COALESCE(${event}.order_no, ${event}.account)))`;

/** Locked rows are left for the next night, so this never waits. */
export const PRUNE = `
  DELETE FROM acquiring_inbox_event WHERE id = ANY(ARRAY(
    SELECT event.id FROM acquiring_inbox_event AS event
    WHERE event.status <> 'pending' AND event.received_at < :before AND event.deleted_at IS NULL
      AND ${isUnneededMessage("event")}
      AND (event.order_no IS NULL OR event.order_no <> ALL(:held))
    ORDER BY event.received_at LIMIT CAST(:batch AS integer) FOR UPDATE OF event SKIP LOCKED))`;

export interface PruneRequest {
  readonly now: Date;
  /** Payments that a legal hold keeps; asked before each batch. */
  readonly held?: () => Promise<Pick<HeldMessages, "orderNos">>;
}

/** Each batch commits by itself. Returns how many rows were removed. */
export async function pruneInbox(
  pg: Knex,
  { inboxDays }: Pick<RetentionOptions, "inboxDays">,
  { now, held = nothingHeld }: PruneRequest,
): Promise<number> {
  const before = new Date(now.getTime() - inboxDays * DAY_MS);
  let pruned = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { orderNos } = await held();
    const { rowCount } = await pg.raw<{ rowCount: number }>(PRUNE, { before, batch: BATCH, held: [...orderNos] });
    pruned += rowCount;
    if (rowCount < BATCH) break;
  }
  return pruned;
}

/** They contain addresses of staff. Our choice. */
const STAFF_MESSAGES_DAYS = 30;

/** They prevent that a customer is told of one thing twice, such as of a card, which is due for a month. Our choice. */
const CUSTOMER_MESSAGES_DAYS = 90;

export const pruneSentToCustomers = (pg: Knex, now: Date, held: HeldMessages): Promise<void> =>
  pruneCustomerMessages(pg, new Date(now.getTime() - CUSTOMER_MESSAGES_DAYS * DAY_MS), held);

export const pruneStaffMessages = (pg: Knex, now: Date): Promise<void> =>
  pruneMessages(pg, new Date(now.getTime() - STAFF_MESSAGES_DAYS * DAY_MS));
