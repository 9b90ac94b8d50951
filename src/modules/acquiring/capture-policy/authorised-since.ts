import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/** When the authorisation of each was given, by attempt ID; of an imported payment when it was created. */
export async function authorisedSince(pg: Knex, attemptIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await pg.raw<{ rows: { id: string; since: Date }[] }>(SINCE, [[...attemptIds]]);
  return new Map(rows.map(({ id, since }) => [id, since]));
}

const SINCE = `
  SELECT attempt.id, CASE WHEN attempt.imported_at IS NULL THEN COALESCE(max(entry.occurred_at), attempt.created_at)
    ELSE attempt.created_at END AS since
  FROM acquiring_payment_attempt AS attempt
  LEFT JOIN acquiring_entry AS entry ON entry.attempt_id = attempt.id AND entry.kind = 'authorised'
    AND entry.deleted_at IS NULL
  WHERE attempt.id = ANY(?) GROUP BY attempt.id`;

const DAY_MS = 86_400_000;

export const expiryOfAuthorisation = (since: Date, validDays: number): Date =>
  new Date(since.getTime() + validDays * DAY_MS);
