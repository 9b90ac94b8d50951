import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * Writes the ledger's data to Medusa's tables as the projection would: collection, session, payment, captures, refunds
 * and the cart's order. Few statements for all attempts, so that a hundred thousand payments take seconds. Only
 * currencies with two decimals. `where` selects the attempts.
 */
export async function mirrorIntoMedusa(pg: Knex, where = "TRUE"): Promise<void> {
  const major = (minor: string): string => `(${minor} / 100.0)`;
  const raw = (minor: string): string =>
    `jsonb_build_object('value', trim_scale(${major(minor)})::text, 'precision', 20)`;
  const attempts = `(SELECT * FROM acquiring_payment_attempt WHERE ${where}) a`;
  const held = `${attempts} WHERE a.state IN ('authorised', 'captured', 'voided')`;
  const statements = [
    `INSERT INTO payment_collection (id, currency_code, amount, raw_amount, status)
     SELECT 'paycol_' || a.id, lower(a.currency), ${major("a.requested")}, ${raw("a.requested")}, 'completed' FROM ${attempts}`,
    `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
     SELECT a.session_id, lower(a.currency), ${major("a.requested")}, ${raw("a.requested")}, a.provider_id, '{}', 'authorized', 'paycol_' || a.id
     FROM ${attempts}`,
    `INSERT INTO payment (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id, canceled_at, created_at)
     SELECT 'pay_' || a.id, lower(a.currency), ${major("a.requested")}, ${raw("a.requested")}, a.provider_id,
            jsonb_build_object('order_no', a.order_no), 'paycol_' || a.id, a.session_id,
            CASE WHEN a.state = 'voided' THEN a.updated_at END, a.created_at
     FROM ${held}`,
    `INSERT INTO capture (id, amount, raw_amount, payment_id)
     SELECT o.idempotency_key, ${major("o.amount")}, ${raw("o.amount")}, 'pay_' || a.id
     FROM ${attempts} JOIN acquiring_operation o ON o.attempt_id = a.id AND o.kind = 'capture' AND o.status = 'settled'`,
    `INSERT INTO refund (id, amount, raw_amount, payment_id)
     SELECT o.idempotency_key, ${major("o.amount")}, ${raw("o.amount")}, 'pay_' || a.id
     FROM ${attempts} JOIN acquiring_operation o ON o.attempt_id = a.id AND o.kind = 'refund' AND o.status IN ('settled', 'pending')`,
    `INSERT INTO order_cart (id, order_id, cart_id)
     SELECT 'ordercart_' || a.id, 'order_' || a.id, a.cart_id FROM ${held}`,
  ];
  for (const statement of statements) await pg.raw(statement);
}
