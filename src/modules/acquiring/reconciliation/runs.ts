import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { runTransaction } from "../runtime/run-transaction";

export interface NewRun {
  readonly startedBy: string;
  readonly account: string | null;
  readonly from: Date;
  readonly to: Date;
}

export interface RunResult {
  readonly examined: number;
  readonly inFlight: number;
  readonly differences: number;
  readonly applied: number;
}

export const BY_JOB = "job";

const HOUR = 3_600_000;
const OF_JOB = `acquiring_reconciliation_run WHERE started_by = '${BY_JOB}' AND deleted_at IS NULL`;

export async function beginRun(pg: Knex, run: NewRun, now: Date): Promise<string> {
  const id = generateEntityId(undefined, "acqrec");
  await pg("acquiring_reconciliation_run").insert({
    id,
    started_by: run.startedBy,
    started_at: now,
    account: run.account,
    range_from: run.from,
    range_to: run.to,
    examined: 0,
    in_flight: 0,
    differences: 0,
    applied: 0,
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** A successful or running run prevents others. A failed run is followed by the next job, one of a dead process after an hour. */
export async function claimRun(
  pg: Knex,
  run: Omit<NewRun, "startedBy">,
  every: { hours: number; now: Date },
): Promise<string | null> {
  const { hours, now } = every;
  return runTransaction(pg, async (trx) => {
    await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended('acquiring-reconcile', 0))");
    const recent = await trx("acquiring_reconciliation_run")
      .where({ started_by: BY_JOB })
      .where((either) =>
        either
          .where((done) =>
            done
              .where("started_at", ">", new Date(now.getTime() - hours * HOUR))
              .whereNotNull("finished_at")
              .whereNull("error"),
          )
          .orWhere((busy) => busy.where("started_at", ">", new Date(now.getTime() - HOUR)).whereNull("finished_at")),
      )
      .first("id");
    return recent ? null : beginRun(trx, { ...run, startedBy: BY_JOB }, now);
  });
}

/**
 * Since when no regular run was good, and why the last one failed. Null if it was not this one, except that of a server that
 * stopped lately: a store that stood still gets its next run first.
 */
export async function failingSince(
  pg: Knex,
  runId: string,
  now: Date,
): Promise<{ since: Date; error: string | null } | null> {
  const { rows } = await pg.raw<{ rows: { since: Date; error: string | null }[] }>(
    `SELECT coalesce(good.at, first.at) AS since, last.error
     FROM (SELECT max(finished_at) AS at FROM ${OF_JOB} AND error IS NULL) AS good,
       (SELECT min(started_at) AS at FROM ${OF_JOB}) AS first,
       (SELECT id, error, started_at, finished_at FROM ${OF_JOB} AND (finished_at IS NOT NULL OR started_at <= :died)
        ORDER BY started_at DESC LIMIT 1) AS last
     WHERE last.id = :runId OR (last.finished_at IS NULL AND last.started_at > :lately)`,
    { runId, died: new Date(now.getTime() - HOUR), lately: new Date(now.getTime() - 2 * HOUR) },
  );
  return rows[0] ?? null;
}

export async function finishRun(
  pg: Knex,
  id: string,
  result: RunResult & { readonly error: string | null },
  now: Date,
): Promise<void> {
  const { inFlight, ...counts } = result;
  await pg("acquiring_reconciliation_run")
    .where({ id })
    .update({ ...counts, in_flight: inFlight, finished_at: now, updated_at: now });
}
