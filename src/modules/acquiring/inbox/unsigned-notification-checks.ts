import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/rows";

/**
 * How often notifications without proof may have the gateway queried about one payment. The count stands with the
 * payment, so that all processes share it and a restart forgets nothing; who knows an order number causes so many queries
 * an hour and no more, whatever is sent. A refusal costs no write.
 */

/** An hour has a payment's true news: authorised, captured, refunded, each perhaps told twice. Our choice. */
export const CHECKS_PER_HOUR = 8;
const HOUR_MS = 3_600_000;

type Counted = Pick<AttemptRow, "id" | "unproven_looks" | "unproven_since">;

/** A count from the future was written by a clock that was wrong; it does not block for ever. */
const TAKE = `
  UPDATE acquiring_payment_attempt SET
    unproven_looks = CASE WHEN unproven_since > :from AND unproven_since <= :until THEN unproven_looks + 1 ELSE 1 END,
    unproven_since = CASE WHEN unproven_since > :from AND unproven_since <= :until THEN unproven_since ELSE :now END
  WHERE id = :id AND deleted_at IS NULL AND (unproven_looks < :most OR unproven_since IS NULL
    OR unproven_since <= :from OR unproven_since > :until)`;

/** True: the gateway may be queried once more; false: not within this hour. `attempt`: as it was just read. */
export async function takeUnsignedCheck(pg: Knex, attempt: Counted, now: Date): Promise<boolean> {
  const from = new Date(now.getTime() - HOUR_MS);
  const until = new Date(now.getTime() + HOUR_MS);
  const { unproven_looks: looks, unproven_since: since } = attempt;
  if (looks >= CHECKS_PER_HOUR && since !== null && since > from && since <= until) return false;
  const { rowCount } = await pg.raw<{ rowCount: number }>(TAKE, {
    ...{ id: attempt.id, now, from, until },
    most: CHECKS_PER_HOUR,
  });
  return rowCount === 1;
}
