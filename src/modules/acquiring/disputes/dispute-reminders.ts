import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { DISPUTE_KEY } from "../ledger/rows/dispute";
import { DUE_AT, FROM_DISPUTES, UNANSWERED } from "./dispute-records";

const DAY_MS = 86_400_000;

/**
 * One statement: a reminder and its event are committed together, and the reminder's key exists once. Between two of the days the
 * larger one is due, so that a dispute that arrives late is not reminded of twice.
 */
const REMIND = `
  WITH reminded AS (
    INSERT INTO acquiring_dispute_reminder (id, attempt_id, dispute_key, due_at, days_before, created_at, updated_at)
    SELECT concat_ws(':', a.id, ${DISPUTE_KEY}, extract(epoch FROM ${DUE_AT})::bigint, CAST(:days AS integer)),
      a.id, ${DISPUTE_KEY}, ${DUE_AT}, CAST(:days AS integer), CAST(:now AS timestamptz), CAST(:now AS timestamptz)
    ${FROM_DISPUTES} AND ${UNANSWERED} AND ${DUE_AT} > :after AND ${DUE_AT} <= :until
    ON CONFLICT (id) DO NOTHING RETURNING id)
  INSERT INTO acquiring_event (id, kind, row_id, created_at, updated_at)
  SELECT id, 'dispute_due', id, CAST(:now AS timestamptz), CAST(:now AS timestamptz) FROM reminded RETURNING id`;

/** Announces open disputes whose due date is so many days away. Returns how many. */
export async function remindOfDisputes(pg: Knex, days: readonly number[], now: Date): Promise<number> {
  let reminded = 0;
  let after = now;
  for (const each of [...new Set(days)].sort((a, b) => a - b)) {
    const until = new Date(now.getTime() + each * DAY_MS);
    const { rows } = await pg.raw<{ rows: unknown[] }>(REMIND, { days: each, now, after, until });
    reminded += rows.length;
    after = until;
  }
  return reminded;
}
