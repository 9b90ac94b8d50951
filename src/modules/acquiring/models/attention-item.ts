import { model } from "@medusajs/framework/utils";

/** Something a person should know. Raised once per subject while open; cleared when solved. */
export const AttentionItem = model
  .define("acquiring_attention_item", {
    id: model.id({ prefix: "acqatn" }).primaryKey(),
    account: model.text(),
    kind: model.text(),
    /** What it is about: an attempt id, an order number, or the account. */
    subject: model.text(),
    attempt_id: model.text().nullable(),
    message: model.text(),
    count: model.number(),
    raised_at: model.dateTime(),
    cleared_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_attention_open", on: ["kind", "subject"], unique: true, where: "cleared_at IS NULL" },
    { name: "IDX_acquiring_attention_attempt", on: ["attempt_id"] },
  ]);
