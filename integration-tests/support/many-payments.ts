import type { Knex } from "knex";

/**
 * An old store, written directly to the tables: payments of every state, method and currency over two years, each with
 * cart, customer and order in Medusa.
 */
const raw = (column: string): string => `jsonb_build_object('value', (${column})::text, 'precision', 20)`;
const of = (values: readonly string[]): string =>
  `(ARRAY[${values.map((value) => `'${value}'`).join(",")}])[1 + n % ${String(values.length)}]`;

const STATES = [
  "captured",
  "captured",
  "captured",
  "captured",
  "authorised",
  "declined",
  "voided",
  "expired",
  "pending",
];
const MONEY = "(100 + (n * 7919) % 500000)";

export async function insertManyPayments(pg: Knex, count: number): Promise<void> {
  const numbers = `generate_series(1, ${String(count)}) AS n`;
  const at = "now() - n * interval '10 minutes'";
  await pg.raw(
    `INSERT INTO customer (id, email, has_account) SELECT 'cus_many_' || n, 'customer' || n || '@many.test', false FROM ${numbers}`,
  );
  await pg.raw(
    `INSERT INTO cart (id, email, currency_code) SELECT 'cart_many_' || n, 'customer' || n || '@many.test', 'eur' FROM ${numbers}`,
  );
  await pg.raw(
    `INSERT INTO "order" (id, currency_code, email) SELECT 'order_many_' || n, 'eur', 'customer' || n || '@many.test' FROM ${numbers}`,
  );
  await pg.raw(
    `INSERT INTO order_cart (order_id, cart_id, id) SELECT 'order_many_' || n, 'cart_many_' || n, 'ordercart_many_' || n FROM ${numbers}`,
  );
  await pg.raw(
    `INSERT INTO order_payment_collection (order_id, payment_collection_id, id)
     SELECT 'order_many_' || n, 'paycol_many_' || n, 'orderpaycol_many_' || n FROM ${numbers}`,
  );
  await pg.raw(`INSERT INTO acquiring_payment_attempt
     (id, account, provider_id, mode, method, session_id, cart_id, customer_id, order_no, currency,
      requested, raw_requested, authorised, raw_authorised, captured, raw_captured, refunded, raw_refunded,
      refund_pending, raw_refund_pending, state, gateway_payment_id, card_mask, card_brand, risk, held_at, hold_reason,
      version, projected_version, project_failures, checks, reversal_tries, created_at, updated_at)
   SELECT 'acqatt_many_' || lpad(n::text, 8, '0'), 'main', 'pp_acquiring-card_main',
      CASE WHEN n % 10 = 0 THEN 'apm' WHEN n % 10 = 1 THEN 'checkout' ELSE 'card' END,
      CASE WHEN n % 10 = 0 THEN ${of(["ideal", "bancontact", "eps", "pix"])} END,
      'payses_many_' || n, 'cart_many_' || n, 'cus_many_' || n, 'acq_MANY' || lpad(n::text, 8, '0'),
      CASE WHEN n % 50 = 0 THEN 'USD' ELSE 'EUR' END,
      ${MONEY}, ${raw(MONEY)}, held, ${raw("held")}, taken, ${raw("taken")}, 0, ${raw("0")}, 0, ${raw("0")},
      state, 'T' || lpad((n * 13)::text, 10, '0'), '411111******1111', 'VISA',
      jsonb_build_object('action', CASE WHEN n % 500 = 0 THEN 'REVIEW' ELSE 'ACCEPT' END, 'score', '12', 'reasons', '[]'::jsonb),
      CASE WHEN n % 500 = 0 THEN ${at} END, CASE WHEN n % 500 = 0 THEN 'owner' END,
      1, 1, 0, 0, 0, ${at}, ${at}
   FROM ${numbers}, LATERAL (SELECT ${of(STATES)} AS state) s,
     LATERAL (SELECT CASE WHEN state IN ('authorised','captured','voided') THEN ${MONEY} ELSE 0 END AS held,
                     CASE WHEN state = 'captured' THEN ${MONEY} ELSE 0 END AS taken) m`);
  await pg.raw(`INSERT INTO acquiring_operation
     (id, attempt_id, kind, sequence, idempotency_key, amount, raw_amount, currency, status, actor, sent_at, recorded_in_medusa, created_at, updated_at)
   SELECT 'acqop_many_' || n || kind, 'acqatt_many_' || lpad(n::text, 8, '0'), kind, sequence, kind || '_many_' || n,
      ${MONEY}, ${raw(MONEY)}, 'EUR', 'settled', 'customer', ${at}, true, ${at}, ${at}
   FROM ${numbers}, (VALUES ('authorise', 1), ('capture', 2)) AS o(kind, sequence)
   WHERE kind = 'authorise' OR ${of(STATES)} = 'captured'`);
  await pg.raw(`INSERT INTO acquiring_attention_item (id, account, kind, subject, attempt_id, message, count, raised_at)
   SELECT 'acqatn_many_' || n, 'main', 'held_review', 'acqatt_many_' || lpad(n::text, 8, '0'),
      'acqatt_many_' || lpad(n::text, 8, '0'), 'Held.', 1, ${at} FROM ${numbers} WHERE n % 500 = 0`);
  await pg.raw(`INSERT INTO acquiring_attention_item (id, account, kind, subject, attempt_id, message, count, raised_at, cleared_at)
   SELECT 'acqatn_old_' || n, 'main', 'refund_failed', 'acqatt_many_' || lpad(n::text, 8, '0'),
      'acqatt_many_' || lpad(n::text, 8, '0'), 'Refused.', 1, ${at}, ${at} FROM ${numbers} WHERE n % 5 = 0`);
  await pg.raw("ANALYZE");
}
