import { generateEntityId, MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { IS_UNLEASED, joinLease } from "../runtime/lease";
import { runTransaction } from "../runtime/run-transaction";
import { amountColumns } from "./rows/attempt-row";

/** Worked by the holder of its lease. Two at once do no harm: the item's id is the capture's idempotency key. */
export interface BulkRunRow {
  readonly id: string;
  readonly key: string;
  readonly created_by: string;
  readonly total: number;
  readonly ended: number;
  readonly finished_at: Date | null;
  readonly created_at: Date;
}

export type BulkOutcome = "done" | "pending" | "refused" | "unknown" | "not_sent";

export interface BulkItemRow {
  readonly id: string;
  readonly run_id: string;
  readonly attempt_id: string;
  readonly place: number;
  readonly number: number | null;
  readonly amount: string | null;
  readonly outcome: BulkOutcome | null;
  readonly message: string | null;
}

export interface NewBulkRun {
  readonly key: string;
  readonly createdBy: string;
  readonly attemptIds: readonly string[];
}

/** Commits the run; returns the existing run and `isNew: false` for a known key. */
export async function openBulkRun(pg: Knex, run: NewBulkRun, now: Date): Promise<{ row: BulkRunRow; isNew: boolean }> {
  return runTransaction(pg, async (trx) => {
    const [row] = await trx<BulkRunRow>("acquiring_bulk_run")
      .insert({
        id: generateEntityId(undefined, "acqblk"),
        key: run.key,
        created_by: run.createdBy,
        total: run.attemptIds.length,
        ended: 0,
        created_at: now,
      })
      .onConflict(trx.raw("(key) WHERE deleted_at IS NULL"))
      .ignore()
      .returning("*");
    if (!row) {
      const known = await trx<BulkRunRow>("acquiring_bulk_run").where({ key: run.key }).whereNull("deleted_at");
      const [first] = known;
      if (!first) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The run of this key no longer exists.");
      return { row: first, isNew: false };
    }
    const items = run.attemptIds.map((attemptId, index) => ({
      id: generateEntityId(undefined, "acqbit"),
      run_id: row.id,
      attempt_id: attemptId,
      place: index + 1,
    }));
    await trx("acquiring_bulk_item").insert(items);
    return { row, isNew: true };
  });
}

/** Unfinished runs in no process's hands, oldest first. */
export async function abandonedBulkRuns(pg: Knex): Promise<string[]> {
  const { rows } = await pg.raw<{ rows: { id: string }[] }>(
    `SELECT run.id FROM acquiring_bulk_run run ${joinLease("bulk-capture", "run.id")}
     WHERE run.finished_at IS NULL AND run.deleted_at IS NULL AND ${IS_UNLEASED}
     ORDER BY run.created_at LIMIT 10`,
  );
  return rows.map(({ id }) => id);
}

export async function waitingBulkItems(pg: Knex, runId: string, limit: number): Promise<BulkItemRow[]> {
  return pg<BulkItemRow>("acquiring_bulk_item")
    .where({ run_id: runId, outcome: null, deleted_at: null })
    .orderBy("place")
    .limit(limit);
}

export interface BulkEnd {
  readonly amount: bigint | null;
  readonly outcome: BulkOutcome;
  readonly code: string | null;
  readonly message: string | null;
}

/** An item ends once; the run's row lock assigns its number. */
export async function endBulkItem(pg: Knex, item: BulkItemRow, end: BulkEnd, now: Date): Promise<void> {
  await runTransaction(pg, async (trx) => {
    const run = await trx<BulkRunRow>("acquiring_bulk_run").where({ id: item.run_id }).forUpdate().first();
    if (!run) return;
    const { amount, ...rest } = end;
    const ended = await trx("acquiring_bulk_item")
      .where({ id: item.id, outcome: null })
      .update({ ...rest, ...amountColumns("amount", amount), number: run.ended + 1, updated_at: now });
    if (ended === 0) return;
    await trx("acquiring_bulk_run")
      .where({ id: run.id })
      .update({ ended: run.ended + 1, updated_at: now });
  });
}

/** Only once every item has ended. */
export async function finishBulkRun(pg: Knex, id: string, now: Date): Promise<void> {
  await pg("acquiring_bulk_run")
    .where({ id, finished_at: null })
    .whereRaw("ended = total")
    .update({ finished_at: now, updated_at: now });
}

export async function bulkRun(pg: Knex, id: string): Promise<BulkRunRow | undefined> {
  return pg<BulkRunRow>("acquiring_bulk_run").where({ id }).whereNull("deleted_at").first();
}

export async function latestBulkRuns(pg: Knex, limit: number): Promise<BulkRunRow[]> {
  return pg<BulkRunRow>("acquiring_bulk_run").whereNull("deleted_at").orderBy("created_at", "desc").limit(limit);
}

/** In the order in which they ended. */
export async function endedBulkItems(pg: Knex, runId: string, after: number): Promise<BulkItemRow[]> {
  return pg<BulkItemRow>("acquiring_bulk_item")
    .where({ run_id: runId, deleted_at: null })
    .where("number", ">", after)
    .orderBy("number");
}

export async function bulkAttemptIds(pg: Knex, runId: string): Promise<string[]> {
  const rows = await pg("acquiring_bulk_item")
    .where({ run_id: runId, deleted_at: null })
    .orderBy("place")
    .select<{ attempt_id: string }[]>("attempt_id");
  return rows.map(({ attempt_id: id }) => id);
}

export async function bulkCounts(
  pg: Knex,
  runIds: readonly string[],
): Promise<readonly { readonly run_id: string; readonly outcome: BulkOutcome | null; readonly count: number }[]> {
  return pg("acquiring_bulk_item")
    .whereIn("run_id", [...runIds])
    .where({ deleted_at: null })
    .groupBy("run_id", "outcome")
    .select("run_id", "outcome", pg.raw("COUNT(*)::int AS count"));
}
