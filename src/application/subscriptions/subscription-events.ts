/** Events of contracts, with ids only: for e-mails, and for whoever wants to follow. */
export const SUBSCRIPTION_CREATED = "acquiring.subscription.created";
export const SUBSCRIPTION_RENEWED = "acquiring.subscription.renewed";
export const SUBSCRIPTION_RENEWAL_FAILED = "acquiring.subscription.renewal_failed";
export const SUBSCRIPTION_CANCELLED = "acquiring.subscription.cancelled";

/** `charge_id` and `order_id` of a renewal only; `order_id` null: the shop's own handler made none. */
export interface SubscriptionNews {
  /** Of the subscription. */
  readonly id: string;
  readonly charge_id?: string;
  readonly order_id?: string | null;
}
