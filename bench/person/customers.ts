import type { Knex } from "knex";

/** Whose the payments of `insertPayments` are: customers, carts, orders and sessions of Medusa, and what the gateway sent. */
export const ORDERS_EACH = 20;

/** Of customer `n`, as the customer wrote it. */
export const emailOf = (n: number): string => `Customer.${String(n)}@Shop.example`;

const MONEY = '100, \'{"value":"100","precision":20}\'::jsonb';
const BODY = "encode(('order_no=acq_' || lpad(n::text, 8, '0') || '&customer_email=a%40b.example')::bytea, 'base64')";

/** Payment `n` belongs to customer `n % (count / ORDERS_EACH)`; every second payment has a notification and an audit record. */
export async function insertCustomers(pg: Knex, count: number): Promise<void> {
  const customers = Math.floor(count / ORDERS_EACH);
  const all = `generate_series(1, ${String(count)}) AS n`;
  const customer = `'cus_' || n % ${String(customers)}`;
  const email = `'customer.' || n % ${String(customers)} || '@shop.example'`;
  const statements = [
    `INSERT INTO customer (id, email, has_account) SELECT 'cus_' || n, 'Customer.' || n || '@Shop.example', true
     FROM generate_series(0, ${String(customers - 1)}) AS n`,
    `INSERT INTO cart (id, currency_code, email, customer_id) SELECT 'cart_' || n, 'eur', ${email}, ${customer} FROM ${all}`,
    `INSERT INTO "order" (id, currency_code, email, customer_id) SELECT 'order_' || n, 'eur', ${email}, ${customer} FROM ${all}`,
    `INSERT INTO order_cart (id, order_id, cart_id) SELECT 'ordercart_' || n, 'order_' || n, 'cart_' || n FROM ${all}`,
    `INSERT INTO payment_collection (id, currency_code, amount, raw_amount) SELECT 'paycol_' || n, 'eur', ${MONEY} FROM ${all}`,
    `INSERT INTO cart_payment_collection (id, cart_id, payment_collection_id)
     SELECT 'capaycol_' || n, 'cart_' || n, 'paycol_' || n FROM ${all}`,
    `INSERT INTO order_payment_collection (id, order_id, payment_collection_id)
     SELECT 'ordpay_' || n, 'order_' || n, 'paycol_' || n FROM ${all}`,
    `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id)
     SELECT 'payses_' || n, 'eur', ${MONEY}, 'pp_acquiring-card_main', '{}', 'paycol_' || n FROM ${all}`,
    `INSERT INTO payment (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id)
     SELECT 'pay_' || n, 'eur', ${MONEY}, 'pp_acquiring-card_main', '{"card":"411111******1111"}', 'paycol_' || n, 'payses_' || n
     FROM ${all}`,
    `UPDATE acquiring_payment_attempt SET cart_id = 'cart_' || n, customer_id = ${customer}, card_mask = '411111******1111'
     FROM ${all} WHERE session_id = 'payses_' || n`,
    `INSERT INTO acquiring_inbox_event
       (id, account, source, digest, body, signature, order_no, status, tries, deliveries, received_at, applied_at)
     SELECT 'acqin_' || n, 'main', 'notify', 'digest ' || n, ${BODY}, 'matched', 'acq_' || lpad(n::text, 8, '0'), 'applied', 1, 1,
       now(), now() FROM ${all} WHERE n % 2 = 1`,
    `INSERT INTO acquiring_audit_record (id, attempt_id, action, actor, actor_id, details, at)
     SELECT 'acqaud_' || n, 'acqatt_' || lpad(n::text, 8, '0'), 'capture', 'admin', 'user_1', '{"note":"For the customer."}', now()
     FROM ${all} WHERE n % 2 = 1`,
  ];
  for (const statement of statements) await pg.raw(statement);
  await pg.raw("ANALYZE");
}
