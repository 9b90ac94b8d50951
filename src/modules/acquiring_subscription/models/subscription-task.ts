import { model } from "@medusajs/framework/utils";

/** A task for a subscription event, done once: an order, or a hook of the shop. A failed one is retried. */
export const SubscriptionTask = model
  .define("acquiring_subscription_task", {
    id: model.id({ prefix: "acqstk" }).primaryKey(),
    subscription_id: model.text(),
    key: model.text(),
    kind: model.enum(["created", "renewal", "renewal_failed", "cancelled"]),
    charge_id: model.text().nullable(),
    /** When it is due; null: done. */
    due_at: model.dateTime().nullable(),
    failures: model.number().default(0),
  })
  .indexes([
    { name: "IDX_acquiring_subscription_task_once", on: ["subscription_id", "key"], unique: true },
    { name: "IDX_acquiring_subscription_task_due", on: ["due_at"], where: "due_at IS NOT NULL" },
    { name: "IDX_acquiring_subscription_task_charge", on: ["charge_id"], where: "charge_id IS NOT NULL" },
  ]);
