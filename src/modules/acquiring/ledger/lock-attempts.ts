import type { Literal } from "../runtime/joined-transaction";
import type { AttemptRow, OperationRow } from "./rows/attempt-row";

/** How attempts and their operations are read under the attempts' row locks. */
export type ReadRow = AttemptRow & { readonly read_at: Date };

/** Read before waiting for a lock: age is never underestimated. */
export const READ_AT = "clock_timestamp() AS read_at";

/** Locks the attempts that nobody holds, and reads all operations, after the locks. */
export const lockStatements =
  (attemptIds: readonly string[]) =>
  (literal: Literal): readonly string[] => {
    const ids = `ARRAY[${attemptIds.map(literal).join(", ")}]::text[]`;
    return [
      `SELECT *, ${READ_AT} FROM acquiring_payment_attempt WHERE id = ANY(${ids}) FOR UPDATE SKIP LOCKED`,
      `SELECT * FROM acquiring_operation WHERE attempt_id = ANY(${ids}) AND deleted_at IS NULL ORDER BY attempt_id, sequence`,
    ];
  };

export function groupedByAttempt(rows: readonly OperationRow[]): Map<string, OperationRow[]> {
  const byAttempt = new Map<string, OperationRow[]>();
  for (const row of rows) {
    const known = byAttempt.get(row.attempt_id);
    if (known) known.push(row);
    else byAttempt.set(row.attempt_id, [row]);
  }
  return byAttempt;
}
