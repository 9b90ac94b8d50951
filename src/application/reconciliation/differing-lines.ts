import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, exponentOf, MoneyError } from "../../gateway/model/money";
import type { LedgerLine } from "../../modules/acquiring";
import { rowsOf } from "./payment-rows";

/**
 * Compares plain payments of the ledger with Medusa in Postgres, so that equal ones are not read. Whatever is not
 * certainly equal counts as differing and is compared in code with all its rows: a condition may only be too strict.
 */

/** Major units in minor units as `fromMedusa` reads them; null for what is left to it. */
const minor = (raw: string): string =>
  `CASE WHEN ${raw}->>'value' ~ '^(0|[1-9][0-9]{0,17})([.][0-9]{1,100}){0,1}$'
     THEN round((${raw}->>'value')::numeric * (asked.units->>ledger.currency)::numeric) END`;

const HOLDS_MONEY = "ledger.state IN ('authorised', 'captured')";

/** As `compareCaptures` counts them; null if an amount is left to code. */
const CAPTURED = `
  SELECT CASE WHEN bool_and(given.minor IS NOT NULL) IS NOT FALSE THEN COALESCE(SUM(given.minor), 0) END
  FROM (SELECT ${minor("capture.raw_amount")} AS minor FROM capture
        WHERE capture.payment_id = payment.id AND capture.deleted_at IS NULL) AS given`;

const HAS_REFUNDS = `
  EXISTS (SELECT FROM refund WHERE refund.payment_id = payment.id AND refund.deleted_at IS NULL)
  OR EXISTS (SELECT FROM order_payment_collection AS link JOIN order_transaction AS moved ON moved.order_id = link.order_id
             WHERE link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL
               AND moved.reference = 'refund' AND moved.deleted_at IS NULL)`;

const HAS_ORDER = `
  ledger.cart_id IS NULL OR ledger.reversal_reason IS NOT NULL OR NOT ${HOLDS_MONEY}
  OR EXISTS (SELECT FROM order_cart WHERE order_cart.cart_id = ledger.cart_id AND order_cart.deleted_at IS NULL)`;

/** Without a payment of its own only an attempt that holds no money is certainly right. */
const IS_EQUAL = `
  CASE WHEN payment.id IS NULL OR payment.data->>'order_no' <> ledger.order_no THEN NOT ${HOLDS_MONEY}
  ELSE upper(payment.currency_code) = ledger.currency
    AND ${minor("payment.raw_amount")} = ledger.requested
    AND (payment.canceled_at IS NULL) = ${HOLDS_MONEY}
    AND (${CAPTURED}) = ledger.captured
    AND NOT (${HAS_REFUNDS})
    AND (${HAS_ORDER}) END`;

const SQL = `
  SELECT ledger.id FROM (SELECT ?::text[] AS ids, ?::jsonb AS units) AS asked
  CROSS JOIN LATERAL unnest(asked.ids) AS wanted(id)
  JOIN acquiring_payment_attempt AS ledger ON ledger.id = wanted.id
  LEFT JOIN payment ON payment.payment_session_id = ledger.session_id AND payment.deleted_at IS NULL
  WHERE (${IS_EQUAL}) IS NOT TRUE`;

/** The IDs of the lines that are not certainly equal in Medusa. */
export async function differingLines(pg: Knex, lines: readonly LedgerLine[]): Promise<ReadonlySet<string>> {
  if (lines.length === 0) return new Set();
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const units = JSON.stringify(Object.fromEntries(currencies.flatMap(unitOf)));
  const ids = lines.map(({ id }) => id);
  const rows = await rowsOf<{ id: string }>(pg, SQL, [ids, units]);
  return new Set(rows.map(({ id }) => id));
}

/** Minor units of one major unit. Without it, payments of an invalid currency are left to code. */
function unitOf(currency: string): (readonly [string, string])[] {
  try {
    return [[currency, `1${"0".repeat(exponentOf(createCurrency(currency)))}`]];
  } catch (error) {
    if (error instanceof MoneyError) return [];
    throw error;
  }
}
