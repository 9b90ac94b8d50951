import type { OperationRow } from "../../modules/acquiring/ledger/rows";
import type { MedusaPayment, Projection } from "./medusa-view";
import { isRefundOf } from "./undo-refund";

/**
 * Core writes a capture's or refund's row before it asks the provider, and takes it back when anything fails after the
 * answer, too: the money has moved then, and Medusa shows nothing of it. Such an operation is recorded anew. A row that no
 * operation stands behind is core's own, of what was captured at once, and may stand for it.
 */
export async function findLost(
  { ledger, operations, row }: Projection,
  payment: MedusaPayment,
): Promise<readonly OperationRow[]> {
  const lost = [
    // What was captured outside the store names the attempt, and stands for none of ours.
    ...lostOf(
      "capture",
      operations,
      payment.captures.filter(({ created_by: by }) => by !== row.id),
      isCaptureOf,
    ),
    ...lostOf("refund", operations, payment.refunds, isRefundOf),
  ];
  for (const { id } of lost) await ledger.recording.markUnrecorded(id);
  return operations.map((each) => (lost.includes(each) ? { ...each, booked: false } : each));
}

function lostOf<Row>(
  kind: "capture" | "refund",
  operations: readonly OperationRow[],
  rows: readonly Row[],
  isOf: (row: Row, operation: OperationRow) => boolean,
): OperationRow[] {
  const own = operations.filter((operation) => operation.kind === kind);
  if (rows.some((row) => !own.some((operation) => isOf(row, operation)))) return [];
  const went = own.filter(({ booked, status }) => booked && (status === "settled" || status === "pending"));
  return went.filter((operation) => !rows.some((row) => isOf(row, operation)));
}

export const isCaptureOf = (
  { id, created_by: by }: MedusaPayment["captures"][number],
  operation: OperationRow,
): boolean => id === operation.idempotency_key || by === operation.id;
