import type { Knex } from "knex";

/**
 * Medusa's rows of payments that are about to be captured in full: collection, session, payment and the capture that core
 * commits before it calls the provider.
 */
export async function insertCaptureRows(pg: Knex, attemptIds: readonly string[]): Promise<void> {
  for (const statement of STATEMENTS) await pg.raw(statement, [attemptIds.map(numberOf)]);
  await pg.raw("ANALYZE payment_session, payment, capture");
}

/** The part of an ID that all rows of a payment share. */
export const numberOf = (id: string): string => id.slice(-26);

const AMOUNT = `40, '{"value":"40","precision":20}'::jsonb`;
const made = (table: string, columns: string, values: string): string =>
  `INSERT INTO ${table} (${columns}) SELECT ${values} FROM unnest(?::text[]) AS number`;

const STATEMENTS = [
  made(
    "payment_collection",
    "id, currency_code, amount, raw_amount, status",
    `'paycol_' || number, 'eur', ${AMOUNT}, 'authorized'`,
  ),
  made(
    "payment_session",
    "id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id",
    `'payses_' || number, 'eur', ${AMOUNT}, 'pp_acquiring-card_main', '{}', 'authorized', 'paycol_' || number`,
  ),
  made(
    "payment",
    "id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id",
    `'pay_' || number, 'eur', ${AMOUNT}, 'pp_acquiring-card_main', jsonb_build_object('order_no', 'acq_' || number),
     'paycol_' || number, 'payses_' || number`,
  ),
  made("capture", "id, amount, raw_amount, payment_id", `'capt_' || number, ${AMOUNT}, 'pay_' || number`),
];
