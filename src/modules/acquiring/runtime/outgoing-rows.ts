import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/** Rows that are committed before they are sent: columns `status`, `due_at`, `tries`, `sent_at` and `problem`. */
export type OutgoingTable = "acquiring_staff_message" | "acquiring_customer_message";

export interface OutgoingRow {
  readonly id: string;
  readonly due_at: Date;
  readonly tries: number;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly problem: string | null;
}

/** Longer than sending takes: if the process dies, another one sends then. Our choice. */
const CLAIMED_MS = 120_000;

/** Takes rows to send; two processes take different ones. The oldest first. */
export async function claimRows<Row extends OutgoingRow>(
  pg: Knex,
  table: OutgoingTable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly Row[]> {
  const claim = `
    UPDATE ${table} SET due_at = :until, tries = tries + 1, updated_at = :now WHERE id IN (
      SELECT id FROM ${table} WHERE status = 'waiting' AND due_at <= :now AND deleted_at IS NULL
      ORDER BY due_at, id LIMIT CAST(:limit AS integer) FOR UPDATE SKIP LOCKED)
    RETURNING *`;
  const until = new Date(now.getTime() + CLAIMED_MS);
  const { rows } = await pg.raw<{ rows: Row[] }>(claim, { now, until, limit });
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export const endRow = async (pg: Knex, table: OutgoingTable, id: string, now: Date): Promise<void> => {
  await pg(table).where({ id }).update({ status: "sent", sent_at: now, problem: null, updated_at: now });
};

/** `again`: when it is sent again; null: given up. */
export async function retryRow(
  pg: Knex,
  table: OutgoingTable,
  {
    id,
    problem,
    again,
    now,
  }: { readonly id: string; readonly problem: string; readonly again: Date | null; readonly now: Date },
): Promise<void> {
  const next = again === null ? { status: "failed" } : { due_at: again };
  await pg(table)
    .where({ id, status: "waiting" })
    .update({ ...next, problem, updated_at: now });
}
