import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { GatewayAccount } from "../../../gateway/model/account";
import { parseNotification } from "../../../gateway/notifications/notification";
import { contradicts } from "../inbox/notification-claims";
import { CHARGE_NOT_LISTED } from "../inbox/conclude-notification";
import type { ClearedReason } from "../domain/attention-kinds";
import type { InboxRow } from "../ledger/inbox";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { OpenItem } from "./load-evidence";

/**
 * A notification reported a charge of a subscription that no query listed for hours. Once every charge that the item is
 * about has been recorded for that subscription, it is closed. It queries nothing.
 */
export interface RecordedCharges {
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly limit: number;
  readonly now: Date;
}

const IS_ABOUT_CHARGES = { kind: "order_mismatch", message: CHARGE_NOT_LISTED, cleared_at: null, deleted_at: null };

export async function closeRecordedCharges(pg: Knex, { accountOf, limit, now }: RecordedCharges): Promise<void> {
  const items = await pg<OpenItem>("acquiring_attention_item")
    .where(IS_ABOUT_CHARGES)
    .orderBy("updated_at", "desc")
    .limit(limit);
  for (const item of items) {
    if (!(await isRecorded(pg, item, accountOf))) continue;
    // Not one that was raised again meanwhile.
    await pg("acquiring_attention_item")
      .where({ ...IS_ABOUT_CHARGES, id: item.id, count: item.count })
      .update({ cleared_at: now, cleared_reason: "solved" satisfies ClearedReason, updated_at: now });
  }
}

async function isRecorded(pg: Knex, item: OpenItem, accountOf: RecordedCharges["accountOf"]): Promise<boolean> {
  const first = await pg<AttemptRow>("acquiring_payment_attempt").where({ id: item.attempt_id }).first();
  const account = first && accountOf(first);
  if (!account) return false;
  const charges = await pg<AttemptRow>("acquiring_payment_attempt").where({ renewal_of: first.id, deleted_at: null });
  const orderNos = [first.order_no, ...charges.flatMap(({ wire_order_no: orderNo }) => orderNo ?? [])];
  const refused = await pg<InboxRow>("acquiring_inbox_event")
    .whereIn("order_no", orderNos)
    .where({ account: item.account, source: "notify", status: "refused", result: CHARGE_NOT_LISTED, deleted_at: null })
    .where("applied_at", ">=", item.raised_at);
  const isKnown = ({ content_type: contentType, body }: InboxRow): boolean => {
    const parsed = parseNotification({ account, contentType, body: Buffer.from(body ?? "", "base64") });
    if (parsed.kind !== "payment" || parsed.gatewayPaymentId === null) return false;
    const charge = charges.find(({ gateway_payment_id: id }) => id === parsed.gatewayPaymentId);
    return charge !== undefined && !contradicts(parsed, charge);
  };
  // Raised more often, it is also about something else.
  return refused.length === item.count && refused.every(isKnown);
}
