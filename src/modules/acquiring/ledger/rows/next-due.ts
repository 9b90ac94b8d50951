import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { joinLease } from "../../runtime/lease";
import { OPEN_AUTHORISATION } from "./open-authorisation";

/** When the next work is due: each part reads the first entry of a partial index. An idle worker runs only this. */
const first = (column: string, table: string, where: string): string =>
  `(SELECT min(${column}) FROM ${table} WHERE ${where} AND deleted_at IS NULL)`;

const ATTEMPTS = ["next_check_at", "project_after", "reverse_at", "remind_at", "subscription_due_at"];

/** One in a process's hands is due once its lease expires. */
const NEXT_BULK_RUN = `(SELECT min(GREATEST(run.created_at, lease.leased_until)) FROM acquiring_bulk_run run
  ${joinLease("bulk-capture", "run.id")} WHERE run.finished_at IS NULL AND run.deleted_at IS NULL)`;

/** One that was never looked at is due at once; without a saved policy nothing is. */
const NEXT_POLICY_LOOK = `(SELECT CASE WHEN EXISTS (
    SELECT FROM acquiring_payment_attempt WHERE ${OPEN_AUTHORISATION} AND policy_due_at IS NULL)
  THEN to_timestamp(0) ELSE (SELECT min(policy_due_at) FROM acquiring_payment_attempt WHERE ${OPEN_AUTHORISATION}) END
  WHERE EXISTS (SELECT FROM acquiring_capture_policy WHERE deleted_at IS NULL))`;

const DUE_AT = [
  first("next_try_at", "acquiring_inbox_event", "status = 'pending'"),
  ...ATTEMPTS.map((column) => first(column, "acquiring_payment_attempt", `${column} IS NOT NULL`)),
  first("created_at", "acquiring_event", "true"),
  first("sync_due_at", "acquiring_payout_send", "sync_due_at IS NOT NULL"),
];
const QUESTIONS = [...DUE_AT, NEXT_BULK_RUN, NEXT_POLICY_LOOK];

/** SQL: when the oldest scheduled work was or is due, or null. Without work that has no time of its own. */
export const firstDue = `LEAST(${DUE_AT.join(", ")})`;

/** `more`: SQL expressions of other modules, each a time or null. Null: no work is scheduled. */
export async function nextDue(pg: Knex, more: readonly string[]): Promise<Date | null> {
  const { rows } = await pg.raw<{ rows: { next: Date | null }[] }>(
    `SELECT LEAST(${[...QUESTIONS, ...more].join(", ")}) AS next`,
  );
  return rows[0]?.next ?? null;
}
