import { model } from "@medusajs/framework/utils";

/** A time in which an account sends nothing, because commits may have been lost and the gateway is queried first. */
export const Recovery = model
  .define("acquiring_recovery", {
    id: model.id({ prefix: "acqrcv" }).primaryKey(),
    /** `*`: every account. */
    account: model.text(),
    /** A name of `RecoveryReason`. */
    reason: model.text(),
    details: model.text(),
    /** Payments that began at or after this time are queried; null: all that can still move money. */
    since: model.dateTime().nullable(),
    started_at: model.dateTime(),
    /** `system`, or who ran the command. */
    started_by: model.text(),
    /** The last payment that was queried; they are taken in the order of their ids. */
    cursor: model.text().nullable(),
    queried: model.number(),
    /** Payments of which the gateway knew more than the ledger. */
    changed: model.number(),
    held_payouts: model.number(),
    finished_at: model.dateTime().nullable(),
    finished_by: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_recovery_open", on: ["account"], unique: true, where: "finished_at IS NULL" }]);
