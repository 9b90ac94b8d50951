import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { WriteSetRow } from "../write-set";
import type { AttemptRow, OperationRow } from "./attempt-row";

/** Proven at the gateway without a waiting caller: Medusa has no row for it yet. */
export const isUnrecorded = (row: OperationRow): boolean =>
  // Reviews and ended subscriptions move no money: Medusa has no row for them.
  row.kind !== "review" &&
  row.kind !== "cancel_subscription" &&
  !row.recorded_in_medusa &&
  (row.status === "settled" || (row.kind === "refund" && row.status === "pending"));

export async function markRecorded(pg: Knex, operationId: string): Promise<void> {
  await pg("acquiring_operation").where({ id: operationId }).update({ recorded_in_medusa: true });
}

/** Longer than any operation takes. Our choice. */
const EXPECT_ROW_AFTER_MS = 600_000;

const laterThan = (now: Date): Date => new Date(now.getTime() + EXPECT_ROW_AFTER_MS);

/**
 * Medusa has a row for this attempt whose operation is about to start: if this process dies, the projection checks that
 * row later. The version grows, so that a running projection does not miss it. For a write set, under the row lock.
 */
export function expectedRow(attempt: Pick<AttemptRow, "id" | "version" | "project_after">, now: Date): WriteSetRow {
  const later = laterThan(now);
  const due = attempt.project_after;
  return { id: attempt.id, version: attempt.version + 1, project_after: due !== null && due < later ? due : later };
}

/** The same in a statement of its own. */
export async function expectMedusaRow(pg: Knex, attemptId: string, now: Date): Promise<void> {
  const later = laterThan(now);
  await pg.raw(
    `UPDATE acquiring_payment_attempt SET version = version + 1, project_after = LEAST(COALESCE(project_after, ?), ?) WHERE id = ?`,
    [later, later, attemptId],
  );
}
