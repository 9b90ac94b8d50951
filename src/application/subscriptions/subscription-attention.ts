import type { AttentionKind } from "../../modules/acquiring/domain/attention-kinds";
import { clearAttention, raiseAttention } from "../../modules/acquiring/ledger/attention";
import type { SubscriptionSync } from "./sync-subscription";

/**
 * Attention items of contracts, written in the transaction that changes the contract:
 * neither is there without the other. What is about the contract as a whole hangs on
 * the payment that began it, what is about one charge on that charge's payment.
 */
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

/** `attemptId`: of the charge it is about; of the first payment when left out. */
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
