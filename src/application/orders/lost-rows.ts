import type { OperationRow } from "../../modules/acquiring";
import type { MedusaPayment, Projection } from "./load-medusa-payment";
import { isRefundOf } from "./undo-refund";

/**
 * Core writes a capture's or refund's row before it calls the provider, and deletes it if anything fails afterwards,
 * even when the money has moved. Such operations are recorded again. A capture without a user and without an operation
 * comes from core's automatic capture and may stand for one of them.
 */
export async function findLost(
  { ledger, operations }: Projection,
  payment: MedusaPayment,
): Promise<readonly OperationRow[]> {
  const lost = [
    ...(hasStandIn(operations, payment.captures) ? [] : lostOf("capture", operations, payment.captures, isCaptureOf)),
    ...lostOf("refund", operations, payment.refunds, isRefundOf),
  ];
  for (const { id } of lost) await ledger.medusaSync.markUnrecorded(id);
  return lost.map((operation) => ({ ...operation, recorded_in_medusa: false }));
}

export const hasStandIn = (operations: readonly OperationRow[], captures: MedusaPayment["captures"]): boolean =>
  captures.some((row) => !row.created_by && !operations.some((operation) => isCaptureOf(row, operation)));

export function lostOf<Row>(
  kind: "capture" | "refund",
  operations: readonly OperationRow[],
  rows: readonly Row[],
  isOf: (row: Row, operation: OperationRow) => boolean,
): OperationRow[] {
  const own = operations.filter((operation) => operation.kind === kind);
  const went = own.filter(
    ({ recorded_in_medusa, status }) => recorded_in_medusa && (status === "settled" || status === "pending"),
  );
  return went.filter((operation) => !rows.some((row) => isOf(row, operation)));
}

export const isCaptureOf = (
  { id, created_by: by }: MedusaPayment["captures"][number],
  operation: OperationRow,
): boolean => id === operation.idempotency_key || by === operation.id;
