import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/attempt-row";

export interface ReviewQueueFilters {
  readonly account: string | undefined;
}

const MOST_COUNTED = 10_001;

/** The condition is that of an index. */
const HELD = "held_at IS NOT NULL AND hold_decision IS NULL AND deleted_at IS NULL";

const whereOf = ({ account }: ReviewQueueFilters): string =>
  account === undefined ? HELD : `${HELD} AND account = :account`;

export async function reviewQueue(
  pg: Knex,
  filters: ReviewQueueFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AttemptRow[]> {
  const { rows } = await pg.raw<{ rows: AttemptRow[] }>(
    `SELECT * FROM acquiring_payment_attempt WHERE ${whereOf(filters)}
     ORDER BY held_at, id LIMIT :limit OFFSET :offset`,
    { ...filters, limit, offset },
  );
  return rows;
}

/** At most 10,001, which means more. */
export async function reviewQueueLength(pg: Knex, filters: ReviewQueueFilters): Promise<number> {
  const { rows } = await pg.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM
       (SELECT 1 FROM acquiring_payment_attempt WHERE ${whereOf(filters)} LIMIT :most) AS counted`,
    { ...filters, most: MOST_COUNTED },
  );
  return rows[0]?.count ?? 0;
}
