import { z } from "@medusajs/framework/zod";

/**
 * Subscriptions in the shop. All routes need the store's publishable key.
 *
 * - `GET /store/acquiring/plans?variant_id=…&currency_code=…` `PlansQuery` → `PlansAnswer`: plans of these variants,
 *   without those that have no plan in that currency.
 * - `GET /store/acquiring/subscriptions` `SubscriptionsQuery` → `SubscriptionsAnswer` and
 *   `POST /store/acquiring/subscriptions/:id/cancel` `StoreSubscriptionCancel` → `StoreSubscriptionCancelled`: for a
 *   logged-in customer, own subscriptions only.
 * - `POST /store/acquiring/subscriptions/:id/pay` → `OrderPaymentAnswer` (`store-order.ts`): the same; a payment link for
 *   the newest charge, if it was declined. Refused with `nothing_to_pay`.
 */
export const StorePlan = z.object({
  variant_id: z.string(),
  name: z.string(),
  /** Price of one per period, in major units. */
  amount: z.string(),
  currency: z.string(),
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number().int(),
  /** Including the first charge; null: until cancelled. */
  billing_cycles: z.number().int().nullable(),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
});
export type StorePlan = z.infer<typeof StorePlan>;

export const PlansQuery = z.strictObject({
  variant_id: z.preprocess(
    (value) => (Array.isArray(value) ? value : [value]),
    z.array(z.string().max(64)).min(1).max(50),
  ),
  currency_code: z.string().length(3).toLowerCase(),
});
export type PlansQuery = z.infer<typeof PlansQuery>;

export const PlansAnswer = z.object({ plans: z.array(StorePlan) });
export type PlansAnswer = z.infer<typeof PlansAnswer>;

/** `failed` ones are not listed: the customer knows that the order was not paid. */
export const StoreSubscriptionState = z.enum(["pending", "active", "cancelling", "cancelled", "ended"]);
export type StoreSubscriptionState = z.infer<typeof StoreSubscriptionState>;

export const StoreSubscription = z.object({
  id: z.string(),
  state: StoreSubscriptionState,
  name: z.string(),
  amount: z.string(),
  currency: z.string(),
  quantity: z.number().int(),
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number().int(),
  product_title: z.string().nullable(),
  thumbnail: z.string().nullable(),
  next_charge_at: z.string().nullable(),
  /** Its date, `2026-02-28`, in the gateway's time zone: the same for every customer. */
  next_charge_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  created_at: z.string(),
  cancelled_at: z.string().nullable(),
  /** Whether it can be cancelled now. */
  can_cancel: z.boolean(),
  /** The latest twelve, newest first. */
  charges: z.array(
    z.object({
      number: z.number().int(),
      state: z.enum(["pending", "authorised", "paid", "declined", "refunded"]),
      amount: z.string(),
      currency: z.string(),
      charged_at: z.string(),
      order: z.object({ id: z.string(), display_id: z.number().int() }).nullable(),
      /** The newest charge was declined, and `…/pay` gives a link to pay its billing period with. */
      can_pay: z.boolean(),
      /** Declined, and its billing period was paid with `order` instead. */
      paid_with_order: z.boolean(),
    }),
  ),
});
export type StoreSubscription = z.infer<typeof StoreSubscription>;

export const SubscriptionsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
});
export type SubscriptionsQuery = z.infer<typeof SubscriptionsQuery>;

export const SubscriptionsAnswer = z.object({
  subscriptions: z.array(StoreSubscription),
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type SubscriptionsAnswer = z.infer<typeof SubscriptionsAnswer>;

export const StoreSubscriptionCancel = z.strictObject({
  /** Idempotency key: the same key again sends nothing twice. */
  key: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
});
export type StoreSubscriptionCancel = z.infer<typeof StoreSubscriptionCancel>;

/**
 * `cancelled`: no further charges, except one that was already prepared for the current period: tell the customer.
 * `checking`: outcome unknown, being queried. `refused`: the subscription continues; try again.
 */
export const StoreSubscriptionCancelled = z.object({
  outcome: z.enum(["cancelled", "checking", "refused"]),
  subscription: StoreSubscription,
});
export type StoreSubscriptionCancelled = z.infer<typeof StoreSubscriptionCancelled>;
