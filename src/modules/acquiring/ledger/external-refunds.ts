import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { maskCardNumbers } from "../../../gateway/redaction/redact";
import type { Decision, OutsideRefund } from "../domain/snapshot";
import { raiseAttention } from "./attention-rows";
import type { LockedAttempt, OperationRow } from "./rows/attempt-row";
import { amountColumns, OUTSIDE_KEY } from "./rows/attempt-row";

/** Refunds made outside the store. The gateway's ID is the key, so that each becomes one row; they are never sent. */
export const isExternal = ({ kind, idempotency_key: key }: Pick<OperationRow, "kind" | "idempotency_key">): boolean =>
  kind === "refund" && key.startsWith(OUTSIDE_KEY);

/** The new row's id; undefined: the decision has none; null: it cannot be recorded, and an attention item is raised. */
export async function recordExternalRefund(
  trx: Knex,
  attempt: LockedAttempt,
  { outside }: Decision,
  now: Date,
): Promise<string | null | undefined> {
  if (!outside) return undefined;
  const id = await insert(trx, attempt, outside, now);
  if (id !== null) return id;
  const { account, id: attemptId } = attempt.row;
  const message = "The gateway lists a refund under an ID that belongs to another payment.";
  await raiseAttention(trx, { account, kind: "external_refund", subject: attemptId, attemptId, message }, now);
  return null;
}

/** Null: the ID is already used. */
async function insert(
  trx: Knex,
  { row, operations }: LockedAttempt,
  { reference, amount, status, reasonText }: OutsideRefund,
  now: Date,
): Promise<string | null> {
  const id = generateEntityId(undefined, "acqop");
  const inserted: unknown[] = await trx("acquiring_operation")
    .insert({
      id,
      attempt_id: row.id,
      kind: "refund",
      sequence: operations.length + 1,
      idempotency_key: `${OUTSIDE_KEY}${row.account}_${reference}`,
      ...amountColumns("amount", amount),
      currency: row.currency,
      status,
      actor: "gateway",
      gateway_reference: reference,
      result_message: reasonText ? maskCardNumbers(reasonText) : null,
      sent_at: now,
      concluded_at: status === "settled" ? now : null,
      recorded_in_medusa: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict()
    .ignore()
    .returning("id");
  return inserted.length > 0 ? id : null;
}
