import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * The index of live payments is per payment collection. Staff, or a process that stood still, can make a second open
 * collection of one order, so a payment for the order's balance also waits for that of its other collections: until it
 * has ended, or Medusa has its payment, which the balance then contains.
 */
const LOCK = `
  SELECT link.order_id FROM acquiring_payment_link AS link
  WHERE link.order_id = (SELECT named.order_id FROM acquiring_payment_link AS named WHERE named.id = ?)
  ORDER BY link.id FOR UPDATE`;

const ELSEWHERE = `
  SELECT other.id FROM order_payment_collection AS link
  JOIN acquiring_payment_attempt AS other ON other.collection_id = link.payment_collection_id
  WHERE link.order_id = :orderId AND link.deleted_at IS NULL AND link.payment_collection_id <> :collectionId
    AND other.state IN ('created', 'action_required', 'pending', 'unknown', 'authorised', 'captured')
    AND NOT other.is_late AND other.reversal_reason IS NULL AND other.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM payment
      WHERE payment.payment_session_id = other.session_id AND payment.deleted_at IS NULL)
  LIMIT 1`;

interface Balance {
  readonly collectionId: string;
  readonly linkId: string;
}

/** Waits for others that begin to pay for the same order; their rows are visible then. False: one of them pays. */
export async function takeBalanceTurn(trx: Knex.Transaction, { collectionId, linkId }: Balance): Promise<boolean> {
  const { rows: links } = await trx.raw<{ rows: { order_id: string }[] }>(LOCK, [linkId]);
  const orderId = links[0]?.order_id;
  if (orderId === undefined) return true;
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(ELSEWHERE, { orderId, collectionId });
  return rows.length === 0;
}
