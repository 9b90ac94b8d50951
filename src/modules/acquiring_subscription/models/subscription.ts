import { model } from "@medusajs/framework/utils";

/**
 * A subscription charged by the gateway, with the agreed terms. Its money is in the ledger: `attempt_id` is the
 * purchase. Changed only under its lock, together with its events.
 */
export const SubscriptionModel = model
  .define("acquiring_subscription", {
    id: model.id({ prefix: "acqsub" }).primaryKey(),
    /** The ledger attempt of the purchase; null before it starts: the row is not a subscription yet. */
    attempt_id: model.text().nullable(),
    /** The payment session of the purchase. */
    session_id: model.text(),
    account: model.text(),
    /** Its gateway ID; null before it is named. */
    recurring_id: model.text().nullable(),
    state: model.enum(["pending", "active", "cancelling", "cancelled", "ended", "failed"]),
    customer_id: model.text().nullable(),
    email: model.text().nullable(),
    cart_id: model.text().nullable(),
    /** The order of the purchase. */
    order_id: model.text().nullable(),
    variant_id: model.text(),
    product_id: model.text().nullable(),
    product_title: model.text().nullable(),
    variant_title: model.text().nullable(),
    thumbnail: model.text().nullable(),
    quantity: model.number(),
    currency: model.text(),
    /** Of one charge with the quantity, in minor units. */
    amount: model.bigNumber(),
    name: model.text(),
    interval: model.enum(["day", "week", "month", "year"]),
    interval_count: model.number(),
    billing_cycles: model.number().nullable(),
    promotion_cycles: model.number().nullable(),
    starts_on: model.text().nullable(),
    ends_on: model.text().nullable(),
    price_id: model.text().nullable(),
    /** The start of billing. */
    anchor: model.dateTime(),
    /** Null if no further charge is expected. */
    next_charge_at: model.dateTime().nullable(),
    /** The next check; null when it is over. */
    next_check_at: model.dateTime().nullable(),
    /** The gateway's latest report, and its time. */
    gateway_status: model.enum(["active", "inactive", "unmapped"]).nullable(),
    reported_at: model.dateTime().nullable(),
    /** A charge is missing after its day and the grace period. */
    overdue: model.boolean().default(false),
    paid_charges: model.number().default(0),
    /** The cancellation's key, user and time. */
    cancel_key: model.text().nullable(),
    cancel_actor: model.enum(["customer", "admin", "gateway", "system"]).nullable(),
    cancel_actor_id: model.text().nullable(),
    cancelled_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_acquiring_subscription_attempt",
      on: ["attempt_id"],
      unique: true,
      where: "attempt_id IS NOT NULL",
    },
    // Prepared and never paid.
    { name: "IDX_acquiring_subscription_draft", on: ["created_at"], where: "attempt_id IS NULL" },
    {
      name: "IDX_acquiring_subscription_recurring",
      on: ["account", "recurring_id"],
      unique: true,
      where: "recurring_id IS NOT NULL",
    },
    { name: "IDX_acquiring_subscription_check", on: ["next_check_at", "id"], where: "next_check_at IS NOT NULL" },
    { name: "IDX_acquiring_subscription_created", on: ["created_at", "id"] },
    { name: "IDX_acquiring_subscription_state", on: ["state", "created_at"] },
    { name: "IDX_acquiring_subscription_next", on: ["next_charge_at"] },
    { name: "IDX_acquiring_subscription_customer", on: ["customer_id", "created_at"] },
    { name: "IDX_acquiring_subscription_variant", on: ["variant_id", "state"] },
    { name: "IDX_acquiring_subscription_order", on: ["order_id"], where: "order_id IS NOT NULL" },
    { name: "IDX_acquiring_subscription_cart", on: ["cart_id"], where: "cart_id IS NOT NULL" },
    // The search fields.
    { name: "IDX_acquiring_subscription_email", on: ["email"], where: "email IS NOT NULL" },
    { name: "IDX_acquiring_subscription_number", on: ["recurring_id"], where: "recurring_id IS NOT NULL" },
    { name: "IDX_acquiring_subscription_overdue", on: ["created_at"], where: "overdue" },
  ]);
