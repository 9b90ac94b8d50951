import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Decision } from "../domain/snapshot";
import type { DecisionContext } from "./apply-decision";
import type { AttemptRow, LockedAttempt } from "./rows";
import { amountColumns } from "./rows";

/** The lines that are only ever added: a payment's entries, which explain its fold, and the audit trail. It decides nothing. */

/** The entries of one decision, each from the state that the one before it left. */
export async function writeEntries(
  trx: Knex,
  attempt: LockedAttempt,
  decision: Decision,
  context: DecisionContext & { readonly outsideId: string | undefined },
): Promise<void> {
  let from = attempt.row.state;
  for (const entry of decision.entries) {
    const operationId = entry.operationId ?? context.outsideId ?? null;
    await insertEntry(trx, attempt.row, {
      kind: entry.kind,
      operationId,
      amount: entry.amount,
      from,
      to: entry.to,
      context,
    });
    await insertAudit(trx, attempt.row.id, {
      action: entry.kind,
      operationId,
      context,
      actorId: context.actorId ?? null,
      note: context.note ?? null,
    });
    from = entry.to;
  }
}

/** The next number in the attempt's journal; safe under the attempt's row lock. */
export async function insertEntry(
  trx: Knex,
  row: Pick<AttemptRow, "id" | "currency">,
  entry: {
    kind: string;
    operationId: string | null;
    amount: bigint | null;
    from: string;
    to: string;
    context: DecisionContext;
  },
): Promise<void> {
  const { context } = entry;
  await trx("acquiring_entry").insert({
    id: generateEntityId(undefined, "acqent"),
    attempt_id: row.id,
    sequence: trx.raw(
      "(SELECT COALESCE(MAX(sequence), 0) + 1 FROM acquiring_entry WHERE attempt_id = ? AND deleted_at IS NULL)",
      [row.id],
    ),
    kind: entry.kind,
    operation_id: entry.operationId,
    inbox_event_id: context.inboxEventId,
    ...amountColumns("amount", entry.amount),
    currency: row.currency,
    from_state: entry.from,
    to_state: entry.to,
    actor: context.actor,
    source: context.source,
    code: context.details.code,
    message: context.details.message,
    occurred_at: context.now,
    created_at: context.now,
    updated_at: context.now,
  });
}

export async function insertAudit(
  trx: Knex,
  attemptId: string,
  record: {
    action: string;
    operationId: string | null;
    actorId: string | null;
    note?: string | null;
    reasonId?: string | null;
    context: DecisionContext;
  },
): Promise<void> {
  const { context } = record;
  await trx("acquiring_audit_record").insert({
    id: generateEntityId(undefined, "acqaud"),
    actor: context.actor,
    actor_id: record.actorId,
    action: record.action,
    attempt_id: attemptId,
    operation_id: record.operationId,
    details: JSON.stringify({
      source: context.source,
      code: context.details.code,
      inbox_event_id: context.inboxEventId,
      ...(record.note ? { note: record.note } : {}),
      ...(record.reasonId ? { reason_id: record.reasonId } : {}),
    }),
    at: context.now,
    created_at: context.now,
    updated_at: context.now,
  });
}
