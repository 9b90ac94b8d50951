import type { DecisionContext } from "../ledger/apply-decision";
import { noDetails } from "../ledger/apply-decision";
import { clearAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import { insertAudit } from "../ledger/journal";
import type { Ledger } from "../ledger/ledger";

/** Handled like any other: the gateway is queried, and what was applied before changes nothing again. */
export interface ReplayRequest {
  readonly attemptId: string;
  readonly notificationId: string;
  readonly actorId: string;
}

/** `pending`: it is retried later. `not_found`: this payment has no such notification. */
export type ReplayResult = "not_found" | { readonly status: InboxRow["status"]; readonly message: string | null };

/** Makes it due; false if this payment has no such notification. */
export async function replayNotification(ledger: Ledger, request: ReplayRequest, now: Date): Promise<boolean> {
  const { attemptId, notificationId: id, actorId } = request;
  const isDue = await ledger.withAttempt(attemptId, async ({ row }, trx) => {
    const changed = await trx("acquiring_inbox_event")
      .where({ id, source: "notify", account: row.account, order_no: row.order_no, deleted_at: null })
      .update({ status: "pending", tries: 0, result: null, next_try_at: now, applied_at: null, updated_at: now });
    if (changed === 0) return false;
    // The failure count starts again; repeated failures raise the item again.
    await clearAttention(trx, "notification_failing", id, now);
    const context: DecisionContext = {
      source: "request",
      actor: "admin",
      now,
      inboxEventId: id,
      details: noDetails,
      completeCartAfterMs: 0,
    };
    await insertAudit(trx, attemptId, { action: "notification_replayed", operationId: null, actorId, context });
    return true;
  });
  return isDue === true;
}

export async function outcomeOfReplay(ledger: Ledger, { notificationId: id }: ReplayRequest): Promise<ReplayResult> {
  const row = await ledger.connection<InboxRow>("acquiring_inbox_event").where({ id }).first("status", "result");
  return row ? { status: row.status, message: row.result } : "not_found";
}
