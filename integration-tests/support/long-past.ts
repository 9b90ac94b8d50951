import type { Knex } from "knex";
import { insertManyPayments } from "./many-payments";

/** Further rows of an old store: journal, processed inbox, audit trail and Medusa's rows of the payments. */
export async function insertLongPast(pg: Knex, count: number): Promise<void> {
  await insertManyPayments(pg, count);
  // Hardly any old payment is still uncaptured or open.
  await pg.raw(`UPDATE acquiring_payment_attempt SET state = 'voided'
    WHERE state IN ('created', 'action_required', 'pending', 'unknown', 'authorised') AND id LIKE 'acqatt\\_many\\_%' AND created_at < now() - interval '1 day'`);
  const all = `(SELECT *, row_number() OVER (ORDER BY id) AS n FROM acquiring_payment_attempt WHERE id LIKE 'acqatt\\_many\\_%') AS a`;
  await pg.raw(`INSERT INTO acquiring_entry (id, attempt_id, sequence, kind, currency, from_state, to_state, actor, source, occurred_at)
    SELECT 'acqent_many_' || n, id, 1, 'authorised', currency, 'created', 'authorised', 'system', 'query', created_at FROM ${all}`);
  await pg.raw(`INSERT INTO acquiring_audit_record (id, actor, action, attempt_id, details, at)
    SELECT 'acqaud_many_' || n, 'admin', 'capture_sent', id, '{}', created_at FROM ${all}`);
  await pg.raw(`INSERT INTO acquiring_inbox_event (id, account, source, digest, signature, order_no, status, tries, deliveries, received_at, applied_at)
    SELECT 'acqin_many_' || n, account, 'notify', 'digest_many_' || n, 'matched', order_no, 'applied', 0, 1, created_at, created_at FROM ${all}`);
  const money = "requested / 100.0, jsonb_build_object('value', (requested / 100.0)::text, 'precision', 20)";
  await pg.raw(`INSERT INTO payment_collection (id, currency_code, amount, raw_amount, status)
    SELECT 'paycol_many_' || n, lower(currency), ${money}, 'completed' FROM ${all}`);
  await pg.raw(`INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
    SELECT session_id, lower(currency), ${money}, provider_id, '{}', 'authorized', 'paycol_many_' || n FROM ${all}`);
  await pg.raw(`INSERT INTO payment (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id)
    SELECT 'pay_many_' || n, lower(currency), ${money}, provider_id, '{}', 'paycol_many_' || n, session_id FROM ${all}`);
  // Core's IDs begin with their time.
  await pg.raw(
    `INSERT INTO capture (id, amount, raw_amount, payment_id) SELECT 'capt_' || lpad(n::text, 26, '0'), ${money}, 'pay_many_' || n FROM ${all}`,
  );
  await pg.raw(
    `INSERT INTO refund (id, amount, raw_amount, payment_id) SELECT 'ref_' || lpad(n::text, 26, '0'), ${money}, 'pay_many_' || n FROM ${all}`,
  );
  await pg.raw("ANALYZE");
}
