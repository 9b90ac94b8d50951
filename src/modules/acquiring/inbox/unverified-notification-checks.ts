import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttemptRow } from "../ledger/rows/attempt-row";

/** The count is on the payment's row, so all processes share it and a restart keeps it. Exceeding it costs no write. */

/** A payment's real events within an hour: authorised, captured, refunded, each perhaps twice. Our choice. */
export const CHECKS_PER_HOUR = 8;
const HOUR_MS = 3_600_000;

type Counted = Pick<AttemptRow, "id" | "unverified_checks" | "unverified_since">;

/** A count from the future came from a wrong clock; it does not block permanently. */
const TAKE = `
  UPDATE acquiring_payment_attempt SET
    unverified_checks = CASE WHEN unverified_since > :from AND unverified_since <= :until THEN unverified_checks + 1 ELSE 1 END,
    unverified_since = CASE WHEN unverified_since > :from AND unverified_since <= :until THEN unverified_since ELSE :now END
  WHERE id = :id AND deleted_at IS NULL AND (unverified_checks < :most OR unverified_since IS NULL
    OR unverified_since <= :from OR unverified_since > :until)`;

/** True: the gateway may be queried once more; false: not within this hour. `attempt`: as just read. */
export async function takeUnverifiedCheck(pg: Knex, attempt: Counted, now: Date): Promise<boolean> {
  const from = new Date(now.getTime() - HOUR_MS);
  const until = new Date(now.getTime() + HOUR_MS);
  const { unverified_checks: checks, unverified_since: since } = attempt;
  if (checks >= CHECKS_PER_HOUR && since !== null && since > from && since <= until) return false;
  const { rowCount } = await pg.raw<{ rowCount: number }>(TAKE, {
    ...{ id: attempt.id, now, from, until },
    most: CHECKS_PER_HOUR,
  });
  return rowCount === 1;
}
