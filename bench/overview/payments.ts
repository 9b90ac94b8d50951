import type { Knex } from "knex";

/** Payments of every state, method and currency over 180 days up to `now`, with the entries of their journal. */
export const DAYS = 180;

const raw = (column: string): string => `jsonb_build_object('value', (${column})::text, 'precision', 20)`;
const of = (values: readonly string[], every = 1): string =>
  `(ARRAY[${values.map((value) => `'${value}'`).join(",")}])[1 + (n / ${String(every)}) % ${String(values.length)}]`;

const STATES = [
  ...Array.from({ length: 14 }, () => "captured"),
  "authorised",
  "declined",
  "declined",
  "declined",
  "voided",
  "expired",
];
const MONEY = "(100 + (n * 7919) % 500000)";
const CODES = ["0005", "0051", "0054", "0082", "R0001", "0014", "0041", "0043", "0057", "0091"];

/** Rows of one statement. */
const AT_ONCE = 100_000;

export async function insertPayments(pg: Knex, count: number, now: Date): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const numbers = `generate_series(${String(from)}::bigint, ${String(Math.min(count, from + AT_ONCE - 1))}) AS n`;
    const before = `make_interval(secs => n::float8 * ${String(DAYS * 86_400 - 60)} / ${String(count)})`;
    await insertSome(pg, numbers, { at: `CAST(? AS timestamptz) - ${before}`, now });
  }
  await pg.raw("ANALYZE");
}

async function insertSome(pg: Knex, numbers: string, { at, now }: { at: string; now: Date }): Promise<void> {
  await pg.raw(
    `INSERT INTO acquiring_payment_attempt
       (id, account, provider_id, mode, method, session_id, order_no, currency,
        requested, raw_requested, authorised, raw_authorised, captured, raw_captured, refunded, raw_refunded,
        refund_pending, raw_refund_pending, state, gateway_payment_id, held_at, hold_reason, hold_decision, disputes,
        version, projected_version, project_failures, checks, reversal_tries, sales_channel_id, created_at, updated_at)
     SELECT 'acqatt_' || lpad(n::text, 8, '0'), ${of(["main", "main", "main", "second"], 3)}, 'pp_acquiring-card_main',
        CASE WHEN n % 10 < 2 THEN 'apm' WHEN n % 10 = 2 THEN 'checkout' ELSE 'card' END,
        CASE WHEN n % 10 < 2 THEN ${of(["ideal", "bancontact", "eps", "pix", "blik", "twint"], 10)} END,
        'payses_' || n, 'acq_' || lpad(n::text, 8, '0'), ${of(["EUR", "EUR", "EUR", "USD", "GBP"], 7)},
        ${MONEY}, ${raw(MONEY)}, held, ${raw("held")}, taken, ${raw("taken")}, given, ${raw("given")}, 0, ${raw("0")},
        state, 'T' || n, CASE WHEN n % 200 = 0 THEN at END, CASE WHEN n % 200 = 0 THEN 'owner' END,
        CASE WHEN n % 200 = 0 THEN 'approved' END,
        CASE WHEN n % 1000 = 0 THEN '[{"status":"open","amount":"500","reason":null,"reference":null,"at":"2026-11-21T10:00:00Z"}]'::jsonb END,
        1, 1, 0, 0, 0, ${of(["sc_shop", "sc_shop", "sc_market", "sc_phone"], 11)}, at, at
     FROM ${numbers}, LATERAL (SELECT ${of(STATES)} AS state, ${at} AS at) s,
       LATERAL (SELECT CASE WHEN state IN ('authorised','captured','voided') THEN ${MONEY} ELSE 0 END AS held,
                       CASE WHEN state = 'captured' THEN ${MONEY} ELSE 0 END AS taken) m,
       LATERAL (SELECT CASE WHEN n % 25 = 0 THEN taken ELSE 0 END AS given) g`,
    [now],
  );
  await pg.raw(
    `INSERT INTO acquiring_entry
       (id, attempt_id, sequence, kind, amount, raw_amount, currency, from_state, to_state, actor, source, code, occurred_at, created_at, updated_at)
     SELECT 'acqent_' || n || '_' || sequence, 'acqatt_' || lpad(n::text, 8, '0'), sequence, kind, ${MONEY}, ${raw(MONEY)}, 'EUR',
        from_state, to_state, 'gateway', 'response', CASE WHEN kind = 'declined' THEN ${of(CODES, 20)} END,
        at + later * interval '1 second', at, at
     FROM ${numbers}, LATERAL (SELECT ${of(STATES)} AS state, ${at} AS at) s,
       LATERAL (VALUES (1, 'started', 'created', 'created', 0, true),
         (2, 'action_required', 'created', 'action_required', 1, n % 3 = 0),
         (3, 'authorised', 'created', 'authorised', 2, state IN ('authorised','captured','voided')),
         (3, 'declined', 'created', 'declined', 2, state = 'declined'),
         (3, 'expired', 'created', 'expired', 2, state = 'expired'),
         (4, 'captured', 'authorised', 'captured', (n * 37) % 200000, state = 'captured'),
         (4, 'voided', 'authorised', 'voided', 60, state = 'voided')) AS e(sequence, kind, from_state, to_state, later, happened)
     WHERE e.happened`,
    [now],
  );
}
