import { model } from "@medusajs/framework/utils";

/** An attention item. Raised once per subject while open; cleared when solved. */
export const AttentionItem = model
  .define("acquiring_attention_item", {
    id: model.id({ prefix: "acqatn" }).primaryKey(),
    account: model.text(),
    kind: model.text(),
    /** The subject; see `Raise` in ledger/attention-rows.ts. */
    subject: model.text(),
    attempt_id: model.text().nullable(),
    message: model.text(),
    count: model.number(),
    raised_at: model.dateTime(),
    cleared_at: model.dateTime().nullable(),
    cleared_reason: model.text().nullable(),
    /** The person who closed it, and the note; null if it closed automatically. */
    cleared_by: model.text().nullable(),
    cleared_note: model.text().nullable(),
    evaluated_at: model.dateTime().nullable(),
    queried_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_attention_open", on: ["kind", "subject"], unique: true, where: "cleared_at IS NULL" },
    { name: "IDX_acquiring_attention_attempt", on: ["attempt_id"] },
    { name: "IDX_acquiring_attention_open_attempt", on: ["attempt_id"], where: "cleared_at IS NULL" },
    { name: "IDX_acquiring_attention_raised", on: ["raised_at", "id"], where: "cleared_at IS NULL" },
    { name: "IDX_acquiring_attention_closed", on: ["cleared_at", "id"], where: "cleared_at IS NOT NULL" },
    { name: "IDX_acquiring_attention_closed_kind", on: ["kind", "cleared_at"], where: "cleared_at IS NOT NULL" },
  ]);
