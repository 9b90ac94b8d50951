import { NEGATIVE_PROOF_AFTER_MS } from "../domain/snapshot";
import type { LedgerSide, MedusaSide } from "../domain/books/differences";
import { isUnlinked, minorOf, snapshotOf } from "../ledger/rows/attempt-row";
import type { Examined } from "./pages";

export interface ComparisonTime {
  readonly now: Date;
  readonly graceMs: number;
  readonly unknownFinalAfterMs: number;
  readonly isNow?: boolean;
}

export type SkipReason = "account_not_configured" | "operation_open" | "reversal" | "recording" | "changed_recently";

export interface Skip {
  readonly reason: SkipReason;
  /** When it can be compared if nothing else happens; null: only once that is over. */
  readonly comparedFrom: Date | null;
}

interface Resting {
  readonly row: Pick<Examined["row"], "updated_at" | "reverse_at" | "project_after" | "project_failures">;
  readonly operations: readonly Pick<Examined["operations"][number], "status" | "sent_at">[];
}

/**
 * Why a payment is not compared yet; null: it is. With `isNow` a recently changed payment is compared if nothing is in
 * progress. Payments in progress are never compared, since they are about to change.
 */
export function skipOf({ row, operations }: Resting, moment: ComparisonTime): Skip | null {
  const { now, graceMs, isNow = false } = moment;
  const ends = (since: Date): Date => new Date(since.getTime() + graceMs);
  const isYoung = (since: Date): boolean => ends(since) > now;
  const isOpen = ({ status }: Resting["operations"][number]): boolean => status === "sending" || status === "unknown";
  const sends = operations.filter((each) => isOpen(each) && isYoung(each.sent_at)).map(({ sent_at: at }) => at);
  const latest = (...times: readonly Date[]): Date =>
    ends(new Date(Math.max(row.updated_at.getTime(), ...times.map((time) => time.getTime()))));
  if (row.reverse_at !== null) return { reason: "reversal", comparedFrom: null };
  if (sends.length > 0) return { reason: "operation_open", comparedFrom: latest(...sends) };
  const due = row.project_failures === 0 ? row.project_after : null;
  if (due !== null && isYoung(due)) return { reason: "recording", comparedFrom: latest(due) };
  return isYoung(row.updated_at) && !isNow ? { reason: "changed_recently", comparedFrom: latest() } : null;
}

export function ledgerRecord({ row, operations }: Examined, { now, unknownFinalAfterMs }: ComparisonTime): LedgerSide {
  const snapshot = snapshotOf(row, operations);
  const finalAfterMs = Math.max(unknownFinalAfterMs, NEGATIVE_PROOF_AFTER_MS);
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

export const speaksOfRefunds = ({ operations }: Examined, medusa: MedusaSide): boolean =>
  operations.some(({ kind }) => kind === "refund") || (medusa.payment?.refunds.length ?? 0) > 0;
