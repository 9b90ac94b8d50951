import { model } from "@medusajs/framework/utils";

/** One row for each saved version of who is told of what, never changed; the one with the highest number applies. */
export const NotificationSettings = model.define("acquiring_notification_settings", {
  /** `acqnts_` and the version, so that two people cannot both save the next one. */
  id: model.id({ prefix: "acqnts" }).primaryKey(),
  version: model.number(),
  /** `SavedBell`. */
  bell: model.json(),
  /** A list of `SavedRole`. */
  roles: model.json(),
  /** A user ID. */
  saved_by: model.text(),
});

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

/** A message to one recipient. It is committed before it is sent, and its id is its idempotency key. */
export const StaffMessage = model
  .define("acquiring_staff_message", {
    id: model.id({ prefix: "acqstm" }).primaryKey(),
    role: model.text(),
    channel: model.enum(["bell", "email", "webhook"]),
    recipient: model.text(),
    status: model.enum(["waiting", "sent", "failed"]).default("waiting"),
    title: model.text(),
    items: model.number(),
    /** When it is sent, or sent again; while it is being sent, when another process may. */
    due_at: model.dateTime(),
    tries: model.number().default(0),
    sent_at: model.dateTime().nullable(),
    problem: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_staff_message_due", on: ["due_at"], where: "status = 'waiting' AND deleted_at IS NULL" },
    { name: "IDX_acquiring_staff_message_created", on: ["created_at"], where: "deleted_at IS NULL" },
  ]);

/** An e-mail to a customer, committed before it is sent; its id is its idempotency key. It holds no address and no text. */
export const CustomerMessage = model
  .define("acquiring_customer_message", {
    id: model.id({ prefix: "acqcum" }).primaryKey(),
    kind: model.enum(["voucher_reminder", "declined_later", "refund_completed", "card_expiring"]),
    /** What it is about: a payment attempt, an event, or a saved card and its month of expiry. */
    subject: model.text(),
    attempt_id: model.text().nullable(),
    saved_card_id: model.text().nullable(),
    /** Of a refund: integer minor units of the payment's currency. */
    minor: model.text().nullable(),
    status: model.enum(["waiting", "sent", "dropped", "failed"]).default("waiting"),
    /** When it is sent, or sent again; while it is being sent, when another process may. */
    due_at: model.dateTime(),
    tries: model.number().default(0),
    sent_at: model.dateTime().nullable(),
    problem: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_customer_message_subject", on: ["kind", "subject"], unique: true },
    { name: "IDX_acquiring_customer_message_due", on: ["due_at"], where: "status = 'waiting' AND deleted_at IS NULL" },
    { name: "IDX_acquiring_customer_message_created", on: ["created_at"], where: "deleted_at IS NULL" },
  ]);
