import { model } from "@medusajs/framework/utils";

/**
 * What is to be done once because of something that happened to a subscription: an order to
 * be made, a handler of the shop's to be told. One that fails is tried again later.
 */
export const SubscriptionTask = model
  .define("acquiring_subscription_task", {
    id: model.id({ prefix: "acqstk" }).primaryKey(),
    subscription_id: model.text(),
    /** Of what it is about: the same again is the same task. */
    key: model.text(),
    kind: model.enum(["created", "renewal", "renewal_failed", "cancelled"]),
    charge_id: model.text().nullable(),
    /** When it is to be tried; null: it is done. */
    due_at: model.dateTime().nullable(),
    /** Until when a process is at it; one that died lets this run out. */
    lease_until: model.dateTime().nullable(),
    failures: model.number().default(0),
  })
  .indexes([
    { name: "IDX_acquiring_subscription_task_once", on: ["subscription_id", "key"], unique: true },
    { name: "IDX_acquiring_subscription_task_due", on: ["due_at"], where: "due_at IS NOT NULL" },
    { name: "IDX_acquiring_subscription_task_charge", on: ["charge_id"], where: "charge_id IS NOT NULL" },
  ]);
