export const SUBSCRIPTION_CREATED = "acquiring.subscription.created";
export const SUBSCRIPTION_RENEWED = "acquiring.subscription.renewed";
export const SUBSCRIPTION_RENEWAL_FAILED = "acquiring.subscription.renewal_failed";
export const SUBSCRIPTION_CANCELLED = "acquiring.subscription.cancelled";

/** `charge_id` and `order_id` only for renewals; `order_id` is null if the shop's own handler created none. */
export interface SubscriptionNews {
  readonly id: string;
  readonly charge_id?: string;
  readonly order_id?: string | null;
}
