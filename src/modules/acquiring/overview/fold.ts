import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { runTransaction } from "../runtime/run-transaction";
import { FROM_LEDGER, OPEN_STATES } from "./figures";

/**
 * Brings `acquiring_overview_day` in line with the ledger, a whole UTC day at a time, so that it never adds or loses
 * anything: a day is computed anew when
 *
 * - an event of one of its payments was delivered (a trigger leaves a row in `acquiring_overview_due`) or still waits:
 *   every change of a figure but those of open payments is written with such an event, in one transaction;
 * - it has open payments, in the ledger or in its figures;
 * - the migration or a rebuild asked for it.
 *
 * Payments wait for nothing here, and no figure is written when they change.
 */
export interface FoldDependencies {
  readonly now: () => Date;
  readonly isStopping: () => boolean;
}

/** Days per transaction, beside those that move. Our choice. */
const DAYS = 31;
/** Transactions per round: 16 years, so that a rebuild is done in one. Our choice. */
const MOST = 200;
/** One at a time, in all processes. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('acquiring-overview', 0)) AS is_ours";

const DAY_OF = "date_trunc('day', a.created_at, 'UTC')";

const WAITING = "SELECT row_id FROM acquiring_event WHERE kind IN ('payment', 'overview') AND deleted_at IS NULL";

/** Of the entries that are given, which are read by their IDs; and of open payments. */
const MOVING = `
  SELECT ${DAY_OF} AS day FROM acquiring_entry AS entry JOIN acquiring_payment_attempt AS a ON a.id = entry.attempt_id
    WHERE entry.id = ANY(?)
  UNION SELECT ${DAY_OF} FROM acquiring_payment_attempt AS a WHERE a.state IN (${OPEN_STATES}) AND a.deleted_at IS NULL
  UNION SELECT day FROM acquiring_overview_day WHERE state IN (${OPEN_STATES}) AND deleted_at IS NULL`;

/** Days that are to be computed, and those that a version without sales channels computed. */
export const DUE_DAYS = `SELECT day FROM acquiring_overview_due WHERE deleted_at IS NULL
  UNION SELECT day FROM acquiring_overview_day WHERE sales_channel_id IS NULL AND deleted_at IS NULL`;
const DUE = `${DUE_DAYS} ORDER BY day DESC LIMIT ${String(DAYS)}`;

const KNOWN_DAYS = "SELECT day FROM acquiring_overview_day";
const COLUMNS = "id, day, account, currency, mode, method, state, code, sales_channel_id, figures";

/** Returns the number of days that were computed; 0 as well while another process does it. */
export async function foldOverview(pg: Knex, { now, isStopping }: FoldDependencies): Promise<number> {
  let folded = 0;
  for (let round = 0; round < MOST && !isStopping(); round += 1) {
    const done = await runTransaction(pg, (trx) => foldSome(trx, now(), round === 0));
    if (done === null) break;
    folded += done.days;
    if (done.isAll) break;
  }
  return folded;
}

async function foldSome(
  trx: Knex,
  at: Date,
  isFirst: boolean,
): Promise<{ readonly days: number; readonly isAll: boolean } | null> {
  const { rows } = await trx.raw<{ rows: { is_ours: boolean }[] }>(LOCK);
  if (rows[0]?.is_ours !== true) return null;
  // In this order: an event that is delivered in between is among those that are due.
  const moving = isFirst ? await movingDays(trx) : [];
  const due = await daysOf(trx, DUE);
  const days = [...new Set([...moving, ...due])].map((ms) => new Date(ms));
  await computeDays(trx, days);
  const isAll = due.length < DAYS;
  if (isAll) await noteFolded(trx, at);
  return { days: days.length, isAll };
}

async function movingDays(trx: Knex): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { row_id: string }[] }>(WAITING);
  return daysOf(trx, MOVING, [rows.map(({ row_id: id }) => id)]);
}

const daysOf = async (trx: Knex, sql: string, values: string[][] = []): Promise<number[]> =>
  (await trx.raw<{ rows: { day: Date }[] }>(sql, values)).rows.map(({ day }) => day.getTime());

const DAY_MS = 86_400_000;
const boundsOf = (day: Date): { readonly day: Date; readonly next: Date } => ({
  day,
  next: new Date(day.getTime() + DAY_MS),
});

/** Forgets that the days are due first: a change that is committed after that makes them due again. */
async function computeDays(trx: Knex, days: readonly Date[]): Promise<void> {
  if (days.length === 0) return;
  await trx("acquiring_overview_due")
    .whereIn("day", [...days])
    .delete();
  await trx("acquiring_overview_day")
    .whereIn("day", [...days])
    .delete();
  for (const day of days)
    await trx.raw(`INSERT INTO acquiring_overview_day (${COLUMNS}) ${FROM_LEDGER}`, boundsOf(day));
}

async function noteFolded(trx: Knex, at: Date): Promise<void> {
  await trx("acquiring_overview_fold")
    .insert({ id: "overview", folded_at: at })
    .onConflict("id")
    .merge({ folded_at: at, updated_at: at });
}

/** Makes every day due: of payments, and of figures that should not be there. The next round computes them. Returns their number. */
export async function rebuildOverview(pg: Knex): Promise<number> {
  const { rowCount } = await pg.raw<{ rowCount: number }>(
    `INSERT INTO acquiring_overview_due (id, day) SELECT 'rebuild ' || day, day FROM (
       SELECT ${DAY_OF} AS day FROM acquiring_payment_attempt AS a UNION ${KNOWN_DAYS}) AS days
     ON CONFLICT (id) DO NOTHING`,
  );
  return rowCount;
}

/**
 * The days whose figures are not what the ledger says, once everything that is due was computed in the same snapshot; null
 * while another process computes. Changes nothing.
 */
export async function overviewDifferences(pg: Knex, now: () => Date): Promise<string[] | null> {
  const trx = await pg.transaction({ isolationLevel: "repeatable read" });
  try {
    for (let isAll = false, isFirst = true; !isAll; isFirst = false) {
      const done = await foldSome(trx, now(), isFirst);
      if (done === null) return null;
      isAll = done.isAll;
    }
    const days = await daysOf(trx, `SELECT ${DAY_OF} AS day FROM acquiring_payment_attempt AS a UNION ${KNOWN_DAYS}`);
    const different: string[] = [];
    for (const day of days.sort((a, b) => a - b).map((ms) => new Date(ms))) {
      const { rows } = await trx.raw<{ rows: unknown[] }>(DIFFERENCES, boundsOf(day));
      if (rows.length > 0) different.push(day.toISOString().slice(0, 10));
    }
    return different;
  } finally {
    await trx.rollback();
  }
}

const DIFFERENCES = `
  WITH ledger AS (SELECT ${COLUMNS} FROM (${FROM_LEDGER}) AS computed),
    kept AS (SELECT ${COLUMNS} FROM acquiring_overview_day WHERE day = CAST(:day AS timestamptz))
  SELECT 1 FROM ((SELECT * FROM ledger EXCEPT ALL SELECT * FROM kept)
    UNION ALL (SELECT * FROM kept EXCEPT ALL SELECT * FROM ledger)) AS different LIMIT 1`;
