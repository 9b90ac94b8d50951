import type { OperationRow } from "../../modules/acquiring/ledger/rows/rows";
import type { MedusaPayment, Projection } from "./load-medusa-payment";
import { isRefundOf } from "./undo-refund";

/**
 * Core writes a capture's or refund's row before it asks the provider, and takes it back when anything fails after the
 * answer, too: the money has moved then, and Medusa shows nothing of it. Such an operation is recorded anew. A capture in
 * nobody's name that no operation stands behind is core's own, of what was captured at once, and may stand for it.
 */
export async function findLost(
  { ledger, operations }: Projection,
  payment: MedusaPayment,
): Promise<readonly OperationRow[]> {
  const lost = [
    ...(hasStandIn(operations, payment.captures) ? [] : lostOf("capture", operations, payment.captures, isCaptureOf)),
    ...lostOf("refund", operations, payment.refunds, isRefundOf),
  ];
  for (const { id } of lost) await ledger.recording.markUnrecorded(id);
  return lost.map((operation) => ({ ...operation, booked: false }));
}

const hasStandIn = (operations: readonly OperationRow[], captures: MedusaPayment["captures"]): boolean =>
  captures.some((row) => !row.created_by && !operations.some((operation) => isCaptureOf(row, operation)));

function lostOf<Row>(
  kind: "capture" | "refund",
  operations: readonly OperationRow[],
  rows: readonly Row[],
  isOf: (row: Row, operation: OperationRow) => boolean,
): OperationRow[] {
  const own = operations.filter((operation) => operation.kind === kind);
  const went = own.filter(({ booked, status }) => booked && (status === "settled" || status === "pending"));
  return went.filter((operation) => !rows.some((row) => isOf(row, operation)));
}

export const isCaptureOf = (
  { id, created_by: by }: MedusaPayment["captures"][number],
  operation: OperationRow,
): boolean => id === operation.idempotency_key || by === operation.id;
