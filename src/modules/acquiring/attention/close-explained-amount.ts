import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { GatewayAccount } from "../../../gateway/model/account";
import { parseNotification } from "../../../gateway/notifications/notification";
import { claimOf } from "../inbox/notification-claims";
import { PROBABLY_MADE } from "../inbox/verify-captured-amount";
import { clearAttention } from "../ledger/attention-rows";
import type { InboxRow } from "../ledger/inbox";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import type { OpenItem } from "./load-evidence";

/**
 * A notification reported the amount that is captured if a capture with an unknown outcome was made. After an admin's
 * decision that it was, the amounts agree and the item is closed. Runs in the transaction of the decision.
 */
export interface ExplainedAmount {
  readonly attemptId: string;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly now: Date;
}

export async function closeExplainedAmount(trx: Knex, { attemptId, accountOf, now }: ExplainedAmount): Promise<void> {
  const item = await trx<OpenItem>("acquiring_attention_item")
    .where({ kind: "amount_mismatch", subject: attemptId, cleared_at: null, deleted_at: null })
    // Raised more than once, it may also be about another amount.
    .where({ count: 1, message: PROBABLY_MADE })
    .first();
  const attempt = item && (await trx<AttemptRow>("acquiring_payment_attempt").where({ id: attemptId }).first());
  if (!attempt) return;
  const claimed = await claimedSince(trx, attempt, { since: item.raised_at, account: accountOf(attempt) });
  if (claimed === minorOf(attempt.captured)) await clearAttention(trx, "amount_mismatch", attemptId, now);
}

/** By the notification that raised the item: the first one concluded since. */
async function claimedSince(
  trx: Knex,
  attempt: AttemptRow,
  { since, account }: { readonly since: Date; readonly account: GatewayAccount | undefined },
): Promise<bigint | undefined> {
  if (!account) return undefined;
  const rows = await trx<InboxRow>("acquiring_inbox_event")
    .where({ order_no: attempt.order_no, source: "notify", status: "applied", deleted_at: null })
    .where("applied_at", ">=", since)
    .orderBy("applied_at");
  for (const { content_type: contentType, body } of rows) {
    const parsed = parseNotification({ account, contentType, body: Buffer.from(body ?? "", "base64") });
    const captured = parsed.kind === "payment" ? claimOf(parsed).claims?.captured : undefined;
    if (captured !== undefined) return captured;
  }
  return undefined;
}
