import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, fromMajor } from "../../../src/gateway/model/money";
import type { AttemptRow } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import type { ChargeRow, SubscriptionRecord } from "../../../src/modules/acquiring_subscription/rows";
import type { JournalAttempt } from "./journal-book";
import { withJournals } from "./journal-book";

/** The store's subscriptions with their charges, ledger attempts and orders. */
export interface RenewalOrder {
  readonly id: string;
  /** The charge named in the order. */
  readonly chargeId: string;
  readonly isCanceled: boolean;
  /** In minor units: captures of its payments, and the sum of its transactions. */
  readonly captured: bigint;
  readonly paid: bigint;
}

export interface SubscriptionStore {
  readonly records: readonly SubscriptionRecord[];
  readonly charges: readonly ChargeRow[];
  readonly renewals: readonly JournalAttempt[];
  readonly orders: readonly RenewalOrder[];
}

/** Subscriptions started by the payments of this journal. */
export async function readSubscriptionBook(pg: Knex, journal: readonly JournalAttempt[]): Promise<SubscriptionStore> {
  const firsts = journal.filter(({ row }) => row.subscription !== null).map(({ row }) => row.id);
  if (firsts.length === 0) return { records: [], charges: [], renewals: [], orders: [] };
  const [records, attempts] = await Promise.all([
    pg<SubscriptionRecord>("acquiring_subscription").whereIn("attempt_id", firsts).where({ deleted_at: null }),
    pg<AttemptRow>("acquiring_payment_attempt").whereIn("renewal_of", firsts).where({ deleted_at: null }),
  ]);
  const ids = records.map(({ id }) => id);
  const [charges, renewals, orders] = await Promise.all([
    pg<ChargeRow>("acquiring_charge").whereIn("subscription_id", ids).where({ deleted_at: null }).orderBy("number"),
    withJournals(pg, attempts),
    ordersOf(pg, ids),
  ]);
  return { records, charges, renewals, orders };
}

interface OrderRow {
  readonly id: string;
  readonly charge_id: string;
  readonly status: string;
  readonly currency_code: string;
  readonly captured: string;
  readonly paid: string;
}

/** By the orders' own metadata, not by the charges, so that a second order of a charge is found. */
async function ordersOf(pg: Knex, subscriptionIds: readonly string[]): Promise<RenewalOrder[]> {
  const { rows } = await pg.raw<{ rows: OrderRow[] }>(
    `SELECT o.id, o.metadata->>'acquiring_charge_id' AS charge_id, o.status, o.currency_code,
       (SELECT COALESCE(sum((c.raw_amount->>'value')::numeric), 0)::text FROM order_payment_collection link
          JOIN payment p ON p.payment_collection_id = link.payment_collection_id AND p.deleted_at IS NULL
          JOIN capture c ON c.payment_id = p.id AND c.deleted_at IS NULL
        WHERE link.order_id = o.id AND link.deleted_at IS NULL) AS captured,
       (SELECT COALESCE(sum((t.raw_amount->>'value')::numeric), 0)::text FROM order_transaction t
        WHERE t.order_id = o.id AND t.deleted_at IS NULL) AS paid
     FROM "order" o WHERE o.deleted_at IS NULL AND o.metadata->>'acquiring_subscription_id' = ANY(?)`,
    [[...subscriptionIds]],
  );
  return rows.map(({ id, charge_id: chargeId, status, currency_code: code, captured, paid }) => {
    const minor = (text: string): bigint => fromMajor(text, createCurrency(code)).minor;
    return { id, chargeId, isCanceled: status === "canceled", captured: minor(captured), paid: minor(paid) };
  });
}
