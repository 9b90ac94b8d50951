import type { Knex } from "knex";
import type { Corruption, Standing } from "../../integration-tests/support/corruptions";
import { corruptions } from "../../integration-tests/support/corruptions";
import { mirrorIntoMedusa } from "../../integration-tests/support/mirror-into-medusa";

/**
 * Payments 1…n in the ledger and in Medusa, in one of ten states by the last digit, and the same payments at the
 * gateway, computed from the number alone, so that no list of them is in memory.
 */
export const STANDING: readonly Standing[] = [
  "captured",
  "captured",
  "captured",
  "captured",
  "captured",
  "authorised",
  "authorised",
  "refunded",
  "voided",
  "declined",
];
export const REFUNDED = 300;

const zero = `'{"value":"0","precision":20}'::jsonb`;

export const idOf = (index: number): string => `acqatt_${String(index).padStart(26, "0")}`;
export const orderNoOf = (index: number): string => `acq_${String(index).padStart(26, "0")}`;
export const minorOf = (index: number): number => 1_000 + (index % 9_000);
export const standingOf = (index: number): Standing => STANDING[index % 10] ?? "captured";
export const transactionOf = (index: number): string => `1${orderNoOf(index).slice(-19)}`;
export const refundOf = (index: number): string => `acqop_refund${orderNoOf(index).slice(-20)}`;

/** Rows per statement: a million would need a gigabyte for sorting. */
const AT_ONCE = 100_000;

export async function fillLedger(pg: Knex, count: number): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE)
    await fillAttempts(pg, first, Math.min(first + AT_ONCE - 1, count));
  await fillOperations(pg);
}

const raw = (value: string): string => `jsonb_build_object('value', (${value})::text, 'precision', 20)`;

async function fillAttempts(pg: Knex, first: number, last: number): Promise<void> {
  const money = (name: string, on: string): string => `CASE WHEN ${on} THEN amount ELSE 0 END AS ${name}`;
  await pg.raw(
    `INSERT INTO acquiring_payment_attempt (id, account, provider_id, mode, session_id, cart_id, order_no, currency,
       requested, raw_requested, authorised, raw_authorised, captured, raw_captured, refunded, raw_refunded, refund_pending, raw_refund_pending,
       state, gateway_payment_id, version, projected_version, project_failures, checks, reversal_tries, created_at, updated_at)
     SELECT 'acqatt_' || number, 'main', 'pp_acquiring-card_main', 'card', 'payses_' || number, 'cart_' || number, 'acq_' || number, 'EUR',
       amount, ${raw("amount")}, authorised, ${raw("authorised")}, captured, ${raw("captured")}, refunded, ${raw("refunded")}, 0, ${zero},
       state, '1' || right(number, 19), 1, 1, 0, 0, 0, at, at
     FROM (SELECT *, ${money("authorised", "digit <> 9")}, ${money("captured", "digit < 5 OR digit = 7")},
             CASE WHEN digit = 7 THEN ${String(REFUNDED)} ELSE 0 END AS refunded,
             CASE WHEN digit < 5 OR digit = 7 THEN 'captured' WHEN digit = 8 THEN 'voided' WHEN digit = 9 THEN 'declined' ELSE 'authorised' END AS state
           FROM (SELECT lpad(i::text, 26, '0') AS number, 1000 + i % 9000 AS amount, i % 10 AS digit,
                   now() - interval '1 day' - (i % 2500000) * interval '1 second' AS at
                 FROM generate_series(?::integer, ?::integer) AS i) AS made) AS folded`,
    [first, last],
  );
}

async function fillOperations(pg: Knex): Promise<void> {
  const operation = (kind: string, sequence: number, amount: string, on: string): string =>
    `INSERT INTO acquiring_operation (id, attempt_id, kind, sequence, idempotency_key, amount, raw_amount, currency, status, actor, sent_at, concluded_at, recorded_in_medusa)
     SELECT 'acqop_' || '${kind}' || right(id, 20), id, '${kind}', ${String(sequence)}, '${kind}_' || id, ${amount}, ${raw(amount)}, 'EUR',
       CASE WHEN state = 'declined' THEN 'declined' ELSE 'settled' END, 'admin', created_at, created_at, true
     FROM acquiring_payment_attempt WHERE ${on}`;
  await pg.raw(operation("authorise", 1, "requested", "TRUE"));
  await pg.raw(operation("capture", 2, "captured", "captured > 0"));
  await pg.raw(operation("refund", 3, "refunded", "refunded > 0"));
  await pg.raw(operation("void", 2, "authorised", "state = 'voided'"));
}

interface Place {
  readonly id: string;
  readonly corruption: Corruption;
}

/** Positions of the differences: spread over all payments, each kind at least once if there are enough. */
export function placed(count: number, differences: number): readonly Place[] {
  const stride = Math.floor(count / (differences + 1) / 10) * 10;
  return Array.from({ length: differences }, (_, place) => {
    const corruption = corruptions[place % corruptions.length];
    if (!corruption || stride === 0) throw new Error("There are too few payments for so many differences.");
    return { id: idOf((place + 1) * stride + STANDING.indexOf(corruption.on)), corruption };
  });
}

/** Fills the ledger and Medusa with `count` payments and `differences` differences. */
export async function fillBooks(pg: Knex, count: number, differences: number): Promise<void> {
  await fillLedger(pg, count);
  await mirrorIntoMedusa(pg);
  for (const { id, corruption } of placed(count, differences))
    for (const sql of corruption.sql) await pg.raw(sql, { id });
  await pg.raw("ANALYZE");
}
