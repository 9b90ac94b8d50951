import type { OperationKind, ReviewAction } from "../domain/snapshot";
import type { DecisionContext } from "./apply-decision";
import { auditRow, entryRow } from "./journal";
import type { Actor, AttemptRow, LockedAttempt, OperationRow } from "./rows/attempt-row";
import { amountFields } from "./rows/attempt-row";
import { SENDING_GRACE_MS } from "./rows/schedule";
import type { WriteSet } from "./write-set";
import { createRowId } from "./rows/row-id";

/** A new operation as database rows, `sending`, with its entry and audit record. Pure; committed elsewhere. */
export interface NewOperation {
  readonly kind: OperationKind;
  readonly idempotencyKey: string;
  readonly amount: bigint;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly action?: ReviewAction | null;
  readonly note?: string | null;
  readonly reasonId?: string | null;
  /** It was sent at that time, and the database has lost its row, which had this ID: it becomes `unknown`. */
  readonly lost?: { readonly id: string; readonly sentAt: Date };
}

/** The row as it will be read back, and the write set that creates it. */
export function newOperation(
  { row: attempt, operations }: LockedAttempt,
  operation: NewOperation,
  context: DecisionContext,
): { readonly row: OperationRow; readonly writeSet: WriteSet & ReturnType<typeof sendingWrites> } {
  const { now } = context;
  const row: OperationRow = {
    id: operation.lost?.id ?? createRowId("acqop", now),
    attempt_id: attempt.id,
    kind: operation.kind,
    sequence: operations.length + 1,
    idempotency_key: operation.idempotencyKey,
    amount: operation.amount.toString(),
    currency: attempt.currency,
    status: operation.lost ? "unknown" : "sending",
    actor: operation.actor,
    result_code: null,
    result_message: null,
    gateway_reference: null,
    sent_at: operation.lost?.sentAt ?? now,
    concluded_at: null,
    updated_at: now,
    recorded_in_medusa: false,
    action: operation.action ?? null,
    inferred_at: null,
  };
  const sent = auditRow(attempt.id, {
    action: `${operation.kind}_sent`,
    operationId: row.id,
    actorId: operation.actorId,
    note: operation.note ?? null,
    reasonId: operation.reasonId ?? null,
    context,
  });
  const columns = { ...row, ...amountFields("amount", operation.amount), created_at: now };
  return { row, writeSet: { operations: [columns], audits: [sent], ...sendingWrites(attempt, row, context) } };
}

export function sendingWrites(
  attempt: AttemptRow,
  { id, kind, amount }: OperationRow,
  context: DecisionContext,
): Pick<Required<WriteSet>, "entries" | "attempts"> {
  const { now } = context;
  const entry = {
    kind: `${kind}_sent`,
    operationId: id,
    amount: BigInt(amount),
    from: attempt.state,
    to: attempt.state,
  };
  return {
    entries: [entryRow(attempt, { ...entry, context })],
    attempts: [
      {
        id: attempt.id,
        next_check_at: new Date(now.getTime() + SENDING_GRACE_MS),
        updated_at: now,
        ...(kind === "cancel_subscription" ? { subscription_due_at: now } : {}),
      },
    ],
  };
}
