import { model } from "@medusajs/framework/utils";

/** One thing that one recipient is told: it waits here, and then belongs to a message. */
export const StaffNotification = model
  .define("acquiring_staff_notification", {
    id: model.id({ prefix: "acqstn" }).primaryKey(),
    /** A role's id; empty for the bell. */
    role: model.text(),
    channel: model.enum(["bell", "email", "webhook"]),
    /** An e-mail address or a webhook's key; empty for the bell. */
    recipient: model.text(),
    topic: model.text(),
    /** What it is about: a payment attempt, attention item, proposed refund or payout. */
    item: model.text(),
    /** A `StaffFact`. */
    fact: model.json(),
    due_at: model.dateTime(),
    /** Null: it waits. */
    message_id: model.text().nullable(),
  })
  .indexes([
    {
      name: "IDX_acquiring_staff_notification_waiting",
      on: ["role", "channel", "recipient", "topic", "item"],
      unique: true,
      where: "message_id IS NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_acquiring_staff_notification_due",
      on: ["due_at"],
      where: "message_id IS NULL AND deleted_at IS NULL",
    },
    { name: "IDX_acquiring_staff_notification_message", on: ["message_id"], where: "deleted_at IS NULL" },
    { name: "IDX_acquiring_staff_notification_item", on: ["item"], where: "deleted_at IS NULL" },
  ]);
