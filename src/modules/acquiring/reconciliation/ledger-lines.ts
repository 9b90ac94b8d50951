import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PaymentFact } from "../../../gateway/model/facts";
import { createCurrency } from "../../../gateway/model/money";
import { agreesWithGateway } from "../domain/books/compare-books";
import { splitCharges } from "../domain/charges";
import type { AttemptState } from "../domain/states";
import { minorOf } from "../ledger/rows/attempt-row";
import type { ComparisonTime } from "./ledger-record";
import type { Range } from "./pages";

/**
 * The ledger's attempts in pages by key, a short line each. Postgres decides which of them certainly agree within the
 * ledger; only the others are read with all columns and operations. A page is one row of JSON: a million payments row by
 * row took longer than the gateway.
 */
export interface LedgerLine {
  readonly id: string;
  readonly account: string;
  readonly gateway_identity: string;
  /** The order number on the wire. */
  readonly order_no: string;
  readonly state: AttemptState;
  readonly currency: string;
  /** Minor units as text. */
  readonly requested: string;
  readonly gateway_payment_id: string | null;
  /** At rest, no subscription, no refund, and its captures add up. Whatever is not plain is read completely. */
  readonly is_plain: boolean;
}

interface PageRow {
  readonly lines: readonly LedgerLine[];
  /** Where the next page begins. As text: a `Date` has no microseconds and would skip or repeat rows. */
  readonly last_start: string;
  readonly last_id: string;
}

/** `skipOf` skips none of these and `compareBooks` finds no difference between their own rows. */
const IS_PLAIN = `state IN ('authorised', 'captured', 'voided', 'declined', 'expired')
  AND subscription IS NULL AND renewal_of IS NULL AND imported_at IS NULL AND reverse_at IS NULL AND project_after IS NULL
  AND updated_at <= ? AND own.is_at_rest AND NOT own.has_refunds AND refunded = 0 AND refund_pending = 0 AND own.captured <= page.captured`;

const OPERATIONS = `
  SELECT COALESCE(SUM(amount) FILTER (WHERE kind = 'capture' AND status = 'settled'), 0) AS captured,
         COALESCE(bool_or(kind = 'refund'), false) AS has_refunds,
         COALESCE(bool_and(status NOT IN ('sending', 'unknown')), true) AS is_at_rest
  FROM acquiring_operation WHERE attempt_id = page.id AND deleted_at IS NULL`;

const pageOf = (after: string): string => `
  WITH page AS MATERIALIZED (
    SELECT id, account, gateway_identity, order_no, wire_order_no, state, currency, requested, captured, refunded, refund_pending,
           gateway_payment_id, subscription, renewal_of, imported_at, reverse_at, project_after, updated_at, created_at
    FROM acquiring_payment_attempt
    WHERE account = ANY(?) AND created_at >= ? AND created_at < ? AND deleted_at IS NULL${after}
    ORDER BY created_at, id LIMIT ?
  ), line AS (
    SELECT page.id, account, gateway_identity, COALESCE(wire_order_no, order_no) AS order_no, state, currency,
           requested::text, gateway_payment_id, ${IS_PLAIN} AS is_plain
    FROM page CROSS JOIN LATERAL (${OPERATIONS}) AS own ORDER BY created_at, page.id
  )
  SELECT (SELECT json_agg(line) FROM line) AS lines, created_at::text AS last_start, id AS last_id
  FROM page ORDER BY created_at DESC, id DESC LIMIT 1`;

/** New rows move nothing. */
export async function* linePages(
  pg: Knex,
  range: Range,
  { size, now, graceMs, isNow = false }: ComparisonTime & { readonly size: number },
): AsyncGenerator<readonly LedgerLine[]> {
  const { accounts, from, to } = range;
  const atRestSince = isNow ? FAR : new Date(now.getTime() - graceMs);
  let after: readonly string[] = [];
  for (;;) {
    const sql = pageOf(after.length > 0 ? " AND (created_at, id) > (?::timestamptz, ?)" : "");
    const { rows } = await pg.raw<{ rows: PageRow[] }>(sql, [[...accounts], from, to, ...after, size, atRestSince]);
    const [page] = rows;
    if (!page) return;
    yield page.lines;
    if (page.lines.length < size) return;
    after = [page.last_start, page.last_id];
  }
}

/** With `isNow` the time of a payment's last change does not matter. */
const FAR = new Date("9999-01-01T00:00:00Z");

const PLAIN = { role: "plain", gatewayPaymentId: null, recurringId: null } as const;
/** A plain payment has ended, so what an open one's comparison depends on plays no part. */
const ENDED = { mode: "card", hasReturned: false, isAbsenceFinal: false } as const;

/** Of a plain line: the gateway reports what the ledger has, and no refund. */
export function isReported(line: LedgerLine, facts: readonly PaymentFact[]): boolean {
  if (facts.some(({ reading }) => reading === "refunded")) return false;
  const { state, currency, gateway_payment_id: gatewayPaymentId } = line;
  const ledger = {
    ...ENDED,
    state,
    currency: createCurrency(currency),
    requested: minorOf(line.requested),
    gatewayPaymentId,
  };
  return agreesWithGateway(ledger, splitCharges(PLAIN, facts).own);
}
