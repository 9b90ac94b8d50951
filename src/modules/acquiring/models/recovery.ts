import { model } from "@medusajs/framework/utils";

/** A period in which an account sends nothing, because commits may have been lost and the gateway is queried first. */
export const Recovery = model
  .define("acquiring_recovery", {
    id: model.id({ prefix: "acqrcv" }).primaryKey(),
    /** `*`: every account. */
    account: model.text(),
    reason: model.text(),
    details: model.text(),
    /** Payments that started at or after this time are queried; null: all that can still move money. */
    since: model.dateTime().nullable(),
    started_at: model.dateTime(),
    started_by: model.text(),
    cursor: model.text().nullable(),
    queried: model.number(),
    changed: model.number(),
    held_payouts: model.number(),
    finished_at: model.dateTime().nullable(),
    finished_by: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_recovery_open", on: ["account"], unique: true, where: "finished_at IS NULL" }]);
