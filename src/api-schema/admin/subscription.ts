import { z } from "@medusajs/framework/zod";
import { several } from "./fields";
import { PlanInterval } from "./plan";

/**
 * Subscriptions: contracts that the gateway charges by itself.
 * - `GET /admin/acquiring/subscriptions?…SubscriptionFilters` answers `SubscriptionPage`.
 * - `GET /admin/acquiring/subscriptions/:id` answers `{ subscription: AdminSubscription }`.
 * - `POST /admin/acquiring/subscriptions/:id/cancel` takes `SubscriptionCancel`, answers `SubscriptionAnswer`.
 * - `POST /admin/acquiring/subscriptions/:id/check` takes `{}`, asks the gateway now, answers `SubscriptionAnswer`.
 * - `POST /admin/acquiring/subscriptions/:id/order` takes `SubscriptionOrder`, answers `SubscriptionAnswer`.
 */

/**
 * `pending`: the first payment is not decided, or the gateway has not named the contract yet. `cancelling`: it was asked
 * to end it and what became of that is not known. `ended`: all charges were made, or its last day has passed. `failed`:
 * the first payment did not succeed.
 */
export const SubscriptionState = z.enum(["pending", "active", "cancelling", "cancelled", "ended", "failed"]);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

export const SubscriptionFilters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  order: z.enum(["-created_at", "created_at", "next_charge_at", "-next_charge_at"]).default("-created_at"),
  /** An e-mail address, an order's number, or an id (subscription, customer, order, gateway's contract), each in full. */
  q: z.string().trim().max(100).optional(),
  state: several(SubscriptionState),
  customer_id: z.string().max(64).optional(),
  variant_id: several(z.string().max(64)),
  /** Only those whose charge has not come although its day has passed. */
  overdue: z.stringbool().optional(),
});
export type SubscriptionFilters = z.infer<typeof SubscriptionFilters>;

const OrderRef = z.object({ id: z.string(), display_id: z.number().int() });

export const SubscriptionRow = z.object({
  id: z.string(),
  state: SubscriptionState,
  account: z.string(),
  name: z.string(),
  /** Of one charge, in major units, with the quantity that was bought. */
  amount: z.string(),
  currency: z.string(),
  quantity: z.number().int(),
  interval: PlanInterval,
  interval_count: z.number().int(),
  customer: z.object({ id: z.string().nullable(), email: z.string().nullable() }),
  /** The order that it was bought with. */
  order: OrderRef.nullable(),
  /** The gateway's number of the contract; null until it gave one. */
  recurring_id: z.string().nullable(),
  /** Null when no further charge is expected. */
  next_charge_at: z.string().nullable(),
  /** Its day, `2026-02-28`, where the gateway's clock stands: the same for every reader. */
  next_charge_on: z.string().nullable(),
  overdue: z.boolean(),
  /** Charges whose money was taken, the first included. */
  paid_charges: z.number().int(),
  /** Open attention items about it or its charges. */
  attention: z.number().int(),
  created_at: z.string(),
});
export type SubscriptionRow = z.infer<typeof SubscriptionRow>;

export const SubscriptionPage = z.object({
  subscriptions: z.array(SubscriptionRow),
  /** Of all pages; more than 10,000 are said as 10,001. */
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
export type SubscriptionPage = z.infer<typeof SubscriptionPage>;

/** `authorised`: the first, whose money is taken when its payment is captured. */
export const ChargeState = z.enum(["pending", "authorised", "paid", "declined", "refunded"]);
export type ChargeState = z.infer<typeof ChargeState>;

export const SubscriptionCharge = z.object({
  id: z.string(),
  /** 1 is the payment that it was bought with. */
  number: z.number().int(),
  state: ChargeState,
  amount: z.string(),
  currency: z.string(),
  /** When the gateway made it, as far as it said so; else when it was first heard of. */
  charged_at: z.string(),
  /** The payment in the ledger. */
  payment_id: z.string(),
  gateway_payment_id: z.string().nullable(),
  /** The order that it became; null: none yet, or none by the owner's own rule. */
  order: OrderRef.nullable(),
  /** The gateway's words about a declined one. */
  message: z.string().nullable(),
  /** May its order be made now, by `…/order`? Its amount was not the agreed one, or it could not be ordered. */
  can_order: z.boolean(),
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
  actor: z.enum(["shopper", "admin", "gateway", "system"]),
  actor_name: z.string().nullable(),
  /** Of a charge. */
  number: z.number().int().nullable(),
  amount: z.string().nullable(),
  order: OrderRef.nullable(),
  /** A person's note, or the gateway's words. */
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
  /** As the gateway last said it, and when. */
  gateway: z.object({ status: z.enum(["active", "inactive", "unlisted"]).nullable(), said_at: z.string().nullable() }),
  /** Newest first. */
  charges: z.array(SubscriptionCharge),
  /** Newest first. */
  events: z.array(SubscriptionEvent),
  actions: z.object({
    cancel: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
    check: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
  }),
});
export type AdminSubscription = z.infer<typeof AdminSubscription>;

export const SubscriptionCancel = z.strictObject({
  /** One key per intention: the same key again sends nothing twice. */
  key: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  note: z.string().trim().max(500).nullish(),
});
export type SubscriptionCancel = z.infer<typeof SubscriptionCancel>;

export const SubscriptionCheck = z.strictObject({});
export type SubscriptionCheck = z.infer<typeof SubscriptionCheck>;

/** A charge that has no order: its amount was not the agreed one, or it could not be ordered. */
export const SubscriptionOrder = z.strictObject({ charge_id: z.string().max(64) });
export type SubscriptionOrder = z.infer<typeof SubscriptionOrder>;

/** `unknown`: the gateway is being asked. `refused`: nothing was sent, or it said no; `message` says why. */
export const SubscriptionAnswer = z.object({
  outcome: z.enum(["done", "refused", "unknown"]),
  message: z.string().nullable(),
  subscription: AdminSubscription,
});
export type SubscriptionAnswer = z.infer<typeof SubscriptionAnswer>;
