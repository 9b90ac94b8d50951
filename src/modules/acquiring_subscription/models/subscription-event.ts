import { model } from "@medusajs/framework/utils";

/** A subscription's events, in order. Append-only, enforced by a trigger; each event is recorded once. */
export const SubscriptionEventModel = model
  .define("acquiring_subscription_event", {
    id: model.id({ prefix: "acqsev" }).primaryKey(),
    subscription_id: model.text(),
    key: model.text(),
    kind: model.text(),
    actor: model.enum(["customer", "admin", "gateway", "system"]),
    actor_id: model.text().nullable(),
    number: model.number().nullable(),
    /** In minor units, as text. */
    amount: model.text().nullable(),
    order_id: model.text().nullable(),
    note: model.text().nullable(),
    at: model.dateTime(),
  })
  .indexes([
    { name: "IDX_acquiring_subscription_event_once", on: ["subscription_id", "key"], unique: true },
    { name: "IDX_acquiring_subscription_event_at", on: ["subscription_id", "at"] },
  ]);
