import { z } from "@medusajs/framework/zod";
import { several } from "./fields";
import { PaymentLinkTerms } from "./payment-link";
import { PlanInterval } from "./plan";

/** Subscriptions charged by the gateway. Routes: `routes.ts`. */

/**
 * `pending`: the first payment is undecided, or the gateway has not named the subscription. `cancelling`: cancellation
 * requested, outcome unknown. `ended`: all charges were made, or its last day has passed. `failed`: the first payment
 * did not succeed.
 */
export const SubscriptionState = z.enum(["pending", "active", "cancelling", "cancelled", "ended", "failed"]);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

export const SubscriptionFilters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  order: z.enum(["-created_at", "created_at", "next_charge_at", "-next_charge_at"]).default("-created_at"),
  /** A complete e-mail address, order number, or ID (subscription, customer, order, gateway's subscription). */
  q: z.string().trim().max(100).optional(),
  state: several(SubscriptionState),
  customer_id: z.string().max(64).optional(),
  variant_id: several(z.string().max(64)),
  /** Only those with an overdue charge. */
  overdue: z.stringbool().optional(),
});
export type SubscriptionFilters = z.infer<typeof SubscriptionFilters>;

const OrderRef = z.object({ id: z.string(), display_id: z.number().int() });

export const SubscriptionRow = z.object({
  id: z.string(),
  state: SubscriptionState,
  account: z.string(),
  name: z.string(),
  /** Of one charge, in major units, for the purchased quantity. */
  amount: z.string(),
  currency: z.string(),
  quantity: z.number().int(),
  interval: PlanInterval,
  interval_count: z.number().int(),
  customer: z.object({ id: z.string().nullable(), email: z.string().nullable() }),
  /** The order that started it. */
  order: OrderRef.nullable(),
  /** The gateway's ID; null until assigned. */
  recurring_id: z.string().nullable(),
  /** Null if no further charge is expected. */
  next_charge_at: z.string().nullable(),
  /** Its date, `2026-02-28`, in the gateway's time zone: the same for every user. */
  next_charge_on: z.string().nullable(),
  overdue: z.boolean(),
  /** Charges whose money was captured, including the first. */
  paid_charges: z.number().int(),
  /** Open attention items of the subscription and its charges. */
  attention: z.number().int(),
  created_at: z.string(),
});
export type SubscriptionRow = z.infer<typeof SubscriptionRow>;

export const SubscriptionPage = z.object({
  subscriptions: z.array(SubscriptionRow),
  /** Across all pages; 10,001 means more than 10,000. */
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type SubscriptionPage = z.infer<typeof SubscriptionPage>;

/** `authorised`: only the first, until its payment is captured. */
export const ChargeState = z.enum(["pending", "authorised", "paid", "declined", "refunded"]);
export type ChargeState = z.infer<typeof ChargeState>;

export const SubscriptionCharge = z.object({
  id: z.string(),
  /** 1 is the payment that started it. */
  number: z.number().int(),
  state: ChargeState,
  amount: z.string(),
  currency: z.string(),
  /** As reported by the gateway; else when it was first received. */
  charged_at: z.string(),
  payment_id: z.string(),
  gateway_payment_id: z.string().nullable(),
  /** Its order; null: none yet, or none by the shop's own rule. */
  order: OrderRef.nullable(),
  /** The gateway's text for a declined charge. */
  message: z.string().nullable(),
  /** Whether `…/order` can create its order: its amount was not agreed, or ordering failed. */
  can_order: z.boolean(),
  /** Declined, and `…/payment-link` can create a link to pay its billing period with. `order` is then its draft order. */
  can_pay: z.boolean(),
  /** Declined, and its billing period was paid with `order` instead. */
  paid_with_order: z.boolean(),
});
export type SubscriptionCharge = z.infer<typeof SubscriptionCharge>;

export const SubscriptionEventKind = z.enum([
  "created",
  "activated",
  "charge_authorised",
  "charge_paid",
  "charge_declined",
  "charge_pending",
  "order_created",
  "order_failed",
  "payment_requested",
  "paid_with_order",
  "charge_missing",
  "amount_changed",
  "cancel_requested",
  "cancel_refused",
  "cancel_unknown",
  "cancelled",
  "ended",
  "failed",
]);
export type SubscriptionEventKind = z.infer<typeof SubscriptionEventKind>;

export const SubscriptionEvent = z.object({
  id: z.string(),
  at: z.string(),
  kind: SubscriptionEventKind,
  actor: z.enum(["customer", "admin", "gateway", "system"]),
  actor_name: z.string().nullable(),
  number: z.number().int().nullable(),
  amount: z.string().nullable(),
  order: OrderRef.nullable(),
  /** An admin's note, or the gateway's text. */
  note: z.string().nullable(),
});
export type SubscriptionEvent = z.infer<typeof SubscriptionEvent>;

export const AdminSubscription = SubscriptionRow.extend({
  billing_cycles: z.number().int().nullable(),
  promotion_cycles: z.number().int().nullable(),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  price_id: z.string().nullable(),
  product: z
    .object({ id: z.string(), title: z.string(), variant_id: z.string(), variant_title: z.string().nullable() })
    .nullable(),
  /** Latest status from the gateway, and when it was received. */
  gateway: z.object({
    status: z.enum(["active", "inactive", "unmapped"]).nullable(),
    reported_at: z.string().nullable(),
  }),
  charges: z.array(SubscriptionCharge),
  events: z.array(SubscriptionEvent),
  actions: z.object({
    cancel: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
    check: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
  }),
});
export type AdminSubscription = z.infer<typeof AdminSubscription>;

export const SubscriptionCancel = z.strictObject({
  /** Idempotency key: the same key again sends nothing twice. */
  key: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  note: z.string().trim().max(500).nullish(),
});
export type SubscriptionCancel = z.infer<typeof SubscriptionCancel>;

export const SubscriptionCheck = z.strictObject({});
export type SubscriptionCheck = z.infer<typeof SubscriptionCheck>;

/** A charge without an order: its amount was not agreed, or ordering failed. */
export const SubscriptionOrder = z.strictObject({ charge_id: z.string().max(64) });
export type SubscriptionOrder = z.infer<typeof SubscriptionOrder>;

/** A link to pay a declined charge with: `PaymentLinkTerms`, and the charge. */
export const RenewalPayment = PaymentLinkTerms.extend({ charge_id: z.string().max(64) });
export type RenewalPayment = z.infer<typeof RenewalPayment>;

/** `unknown`: the gateway is being queried. `refused`: nothing was sent, or the gateway refused; `message` says why. */
export const SubscriptionAnswer = z.object({
  outcome: z.enum(["done", "refused", "unknown"]),
  message: z.string().nullable(),
  subscription: AdminSubscription,
});
export type SubscriptionAnswer = z.infer<typeof SubscriptionAnswer>;
