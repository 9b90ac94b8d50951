import type { AttentionKind } from "../../modules/acquiring";
import { clearAttention, raiseAttention } from "../../modules/acquiring";
import type { SubscriptionSync } from "./sync-subscription";

/** Written in the transaction that changes the subscription. */
export type SubscriptionAttentionKind = Extract<
  AttentionKind,
  | "renewal_missing"
  | "renewal_failed"
  | "renewal_amount_changed"
  | "renewal_without_order"
  | "subscription_cancel_unknown"
  | "subscription_unnamed"
>;

type Place = Pick<SubscriptionSync, "trx" | "first" | "now">;

/** `attemptId`: payment of the charge concerned; default: the first payment. */
export async function raiseForSubscription(
  { trx, first, now }: Place,
  kind: SubscriptionAttentionKind,
  message: string,
  attemptId: string = first.id,
): Promise<void> {
  await raiseAttention(trx, { account: first.account, kind, subject: attemptId, attemptId, message }, now);
}

export async function clearForSubscription(
  { trx, first, now }: Place,
  kind: SubscriptionAttentionKind,
  attemptId: string = first.id,
): Promise<void> {
  await clearAttention(trx, kind, attemptId, now);
}
