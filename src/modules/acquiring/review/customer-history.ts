import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/attempt-row";

export interface CustomerHistory {
  readonly firstSeen: Date | null;
  readonly counts: Readonly<Record<PaymentEnding, number>>;
  /** Integer minor units as text. */
  readonly captured: readonly { readonly currency: string; readonly minor: string }[];
  readonly latest: readonly AttemptRow[];
}

export type PaymentEnding = "paid" | "declined" | "refunded" | "disputed" | "held" | "other";

const NOTHING: Readonly<Record<PaymentEnding, number>> = {
  paid: 0,
  declined: 0,
  refunded: 0,
  disputed: 0,
  held: 0,
  other: 0,
};

/** Who tried more often than that is known well enough; the newest count. */
const MOST_READ = 10_000;
const LATEST = 10;

const COUNTED = `
  SELECT * FROM acquiring_payment_attempt
  WHERE customer_id = ANY(:customers) AND created_at < :before AND id <> :id AND deleted_at IS NULL
  ORDER BY created_at DESC LIMIT :most`;

/** Each customer's newest come from the index in their order, so that only the shown rows are read. */
const SHOWN = `
  SELECT payment.* FROM unnest(CAST(:customers AS text[])) AS customer (id)
  CROSS JOIN LATERAL (
    SELECT * FROM acquiring_payment_attempt AS attempt
    WHERE attempt.customer_id = customer.id AND attempt.created_at < :before AND attempt.id <> :id
      AND attempt.deleted_at IS NULL
    ORDER BY attempt.created_at DESC LIMIT :latest
  ) AS payment
  ORDER BY payment.created_at DESC LIMIT :latest`;

/** Each payment counts once, as the first that fits. */
const ENDING = `
  CASE WHEN disputes IS NOT NULL THEN 'disputed'
       WHEN held_at IS NOT NULL AND hold_decision IS NULL THEN 'held'
       WHEN refunded + refund_pending > 0 THEN 'refunded'
       WHEN state IN ('authorised', 'captured') THEN 'paid'
       WHEN state = 'declined' THEN 'declined'
       ELSE 'other' END`;

interface Tally {
  readonly ending: PaymentEnding;
  readonly currency: string;
  readonly count: number;
  readonly captured: string;
  readonly first_seen: Date;
}

export async function customerHistory(
  pg: Knex,
  { id, created_at: before }: AttemptRow,
  customers: readonly string[],
): Promise<CustomerHistory> {
  if (customers.length === 0) return { firstSeen: null, counts: NOTHING, captured: [], latest: [] };
  const asked = { id, before, customers: [...customers], most: MOST_READ, latest: LATEST };
  const { rows: tallies } = await pg.raw<{ rows: Tally[] }>(
    `SELECT ${ENDING} AS ending, currency, count(*)::int AS count, sum(captured)::text AS captured,
       min(created_at) AS first_seen
     FROM (${COUNTED}) AS earlier GROUP BY 1, 2`,
    asked,
  );
  const { rows: latest } = await pg.raw<{ rows: AttemptRow[] }>(SHOWN, asked);
  return {
    firstSeen: tallies.reduce<Date | null>(
      (first, { first_seen: seen }) => (first === null || seen < first ? seen : first),
      null,
    ),
    counts: countsOf(tallies),
    captured: capturedOf(tallies),
    latest,
  };
}

function countsOf(tallies: readonly Tally[]): CustomerHistory["counts"] {
  const counts = { ...NOTHING };
  for (const { ending, count } of tallies) counts[ending] += count;
  return counts;
}

function capturedOf(tallies: readonly Tally[]): CustomerHistory["captured"] {
  const sums = new Map<string, bigint>();
  for (const { currency, captured } of tallies) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(captured));
  }
  return [...sums]
    .filter(([, minor]) => minor > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, minor: minor.toString() }));
}
