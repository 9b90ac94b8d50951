import { NEGATIVE_PROOF_AFTER_MS } from "../domain/snapshot";
import type { LedgerSide, MedusaSide } from "../domain/differences";
import { isUnlinked, minorOf, snapshotOf } from "../ledger/rows";
import type { Examined } from "./pages";

/** The ledger's rows as the comparison wants them, and whether they may be compared yet. */
export interface Moment {
  readonly now: Date;
  readonly graceMs: number;
  readonly notFoundFinalAfterMs: number;
}

/** Something is under way: what is compared now would differ in a moment by itself. */
export function isInFlight({ row, operations }: Examined, { now, graceMs }: Moment): boolean {
  const since = now.getTime() - graceMs;
  if (row.updated_at.getTime() > since || row.reverse_at !== null) return true;
  if (row.project_after !== null && row.project_failures === 0 && row.project_after.getTime() > since) return true;
  return operations.some(
    ({ status, sent_at }) => (status === "sending" || status === "unknown") && sent_at.getTime() > since,
  );
}

export function ledgerSide({ row, operations }: Examined, { now, notFoundFinalAfterMs }: Moment): LedgerSide {
  const snapshot = snapshotOf(row, operations);
  const finalAfterMs = Math.max(notFoundFinalAfterMs, NEGATIVE_PROOF_AFTER_MS);
  const authorise = snapshot.operations.find(({ kind }) => kind === "authorise");
  return {
    ...snapshot,
    operations: operations.map((operation) => ({
      id: operation.id,
      kind: operation.kind,
      amount: minorOf(operation.amount),
      status: operation.status,
      sentAt: operation.sent_at.getTime(),
      idempotencyKey: operation.idempotency_key,
      reference: operation.gateway_reference,
    })),
    isReversed: row.reversal_reason !== null,
    isLate: row.is_late,
    isUnlinked: isUnlinked(row),
    isAbsenceFinal: now.getTime() - (authorise?.sentAt ?? row.created_at.getTime()) >= finalAfterMs,
  };
}

/** Does any book speak of a refund, so that the gateway's refunds are to be asked for? */
export const speaksOfRefunds = ({ operations }: Examined, medusa: MedusaSide): boolean =>
  operations.some(({ kind }) => kind === "refund") || (medusa.payment?.refunds.length ?? 0) > 0;
