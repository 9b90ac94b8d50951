import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/rows";

/**
 * Limits how often unsigned notifications may trigger a query per payment. The count is on the payment's row, so all
 * processes share it and a restart keeps it. Exceeding the limit costs no write.
 */

/** A payment's real events within an hour: authorised, captured, refunded, each perhaps twice. Our choice. */
export const CHECKS_PER_HOUR = 8;
const HOUR_MS = 3_600_000;

type Counted = Pick<AttemptRow, "id" | "unproven_looks" | "unproven_since">;

/** A count from the future came from a wrong clock; it does not block permanently. */
const TAKE = `
  UPDATE acquiring_payment_attempt SET
    unproven_looks = CASE WHEN unproven_since > :from AND unproven_since <= :until THEN unproven_looks + 1 ELSE 1 END,
    unproven_since = CASE WHEN unproven_since > :from AND unproven_since <= :until THEN unproven_since ELSE :now END
  WHERE id = :id AND deleted_at IS NULL AND (unproven_looks < :most OR unproven_since IS NULL
    OR unproven_since <= :from OR unproven_since > :until)`;

/** True: the gateway may be queried once more; false: not within this hour. `attempt`: as just read. */
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
