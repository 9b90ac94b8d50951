import { model } from "@medusajs/framework/utils";

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
