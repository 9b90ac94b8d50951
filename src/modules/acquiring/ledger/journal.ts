import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { maskCardNumbers } from "../../../gateway/redaction/redact";
import type { Difference } from "../domain/books/differences";
import type { OperationResolution } from "../domain/manual-resolution";
import type { EntryKind, ReviewAction } from "../domain/snapshot";
import type { DecisionContext } from "./apply-decision";
import type { Actor, AttemptRow } from "./rows/attempt-row";
import { amountFields } from "./rows/attempt-row";
import type { WriteSetRow } from "./write-set";
import { writeAll } from "./write-set";
import { createRowId } from "./rows/row-id";

/** Append-only rows: a payment's entries, which explain its balances, and the audit trail. It decides nothing. */
export interface NewEntry {
  readonly kind: string;
  readonly operationId: string | null;
  readonly amount: bigint | null;
  readonly from: string;
  readonly to: string;
  readonly context: DecisionContext;
}

export type AuditAction =
  | EntryKind
  | `review_${ReviewAction}_noted`
  | `decided_${OperationResolution}`
  | `reconciled_${Difference["remedy"]}`
  | "notification_replayed"
  | "attention_dismissed"
  | "payment_linked"
  | "balance_announced"
  | "payment_link_created"
  | "payment_link_renewed"
  | "payment_link_revoked"
  | "payment_link_sent"
  | "capture_policy_saved"
  | "notifications_saved"
  | "dispute_changed"
  | "dispute_evidence_downloaded"
  | "refund_approved"
  | "refund_dismissed"
  | "restocking_fee_deducted"
  | "person_exported"
  | "person_erased"
  | "legal_hold_placed"
  | "legal_hold_released"
  | "saved_card_kept"
  | "saved_card_imported"
  | "saved_card_removed"
  | "saved_card_refused";

export interface NewAudit {
  readonly action: AuditAction;
  readonly operationId: string | null;
  readonly actorId: string | null;
  readonly note?: string | null;
  readonly reasonId?: string | null;
  readonly context: DecisionContext;
}

/** `place`: the position of the entry among this attempt's entries in one write set, from 1. */
export function entryRow(row: Pick<AttemptRow, "id" | "currency">, entry: NewEntry, place = 1): WriteSetRow {
  const { context } = entry;
  return {
    id: createRowId("acqent", context.now),
    attempt_id: row.id,
    sequence: place,
    kind: entry.kind,
    operation_id: entry.operationId,
    inbox_event_id: context.inboxEventId,
    ...amountFields("amount", entry.amount),
    currency: row.currency,
    from_state: entry.from,
    to_state: entry.to,
    actor: context.actor,
    source: context.source,
    code: context.details.code,
    message: context.details.message && maskCardNumbers(context.details.message),
    occurred_at: context.now,
    created_at: context.now,
    updated_at: context.now,
  };
}

export function auditRow(attemptId: string, record: NewAudit): WriteSetRow {
  const { context } = record;
  return {
    id: createRowId("acqaud", context.now),
    actor: context.actor,
    actor_id: record.actorId,
    action: record.action,
    attempt_id: attemptId,
    operation_id: record.operationId,
    details: {
      source: context.source,
      code: context.details.code,
      inbox_event_id: context.inboxEventId,
      ...(record.note ? { note: maskCardNumbers(record.note) } : {}),
      ...(record.reasonId ? { reason_id: record.reasonId } : {}),
    },
    at: context.now,
    created_at: context.now,
    updated_at: context.now,
  };
}

/** The next sequence number in the attempt's journal; safe under the attempt's row lock. */
export async function insertEntry(trx: Knex, row: Pick<AttemptRow, "id" | "currency">, entry: NewEntry): Promise<void> {
  await writeAll(trx, { entries: [entryRow(row, entry)] });
}

/** An action that is not part of a payment's journal; card numbers in the note are masked. */
export interface RecordedAction {
  readonly attemptId: string | null;
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly note?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export async function recordAction(trx: Knex, record: RecordedAction): Promise<string> {
  const { attemptId, action, actor, actorId, note, details, at } = record;
  const id = createRowId("acqaud", at);
  await trx("acquiring_audit_record").insert({
    id,
    actor,
    actor_id: actorId,
    action,
    attempt_id: attemptId,
    operation_id: null,
    details: JSON.stringify(note === undefined ? details : { ...details, note: maskCardNumbers(note) }),
    at,
    created_at: at,
    updated_at: at,
  });
  return id;
}

export async function insertAudit(trx: Knex, attemptId: string, record: NewAudit): Promise<void> {
  await writeAll(trx, { audits: [auditRow(attemptId, record)] });
}
