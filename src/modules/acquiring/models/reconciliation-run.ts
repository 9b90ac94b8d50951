import { model } from "@medusajs/framework/utils";

/** One reconciliation of the gateway, the ledger and Medusa: who ran it, its range, and its result. */
export const ReconciliationRun = model
  .define("acquiring_reconciliation_run", {
    id: model.id({ prefix: "acqrec" }).primaryKey(),
    /** `job`, or the user of the command. */
    started_by: model.text(),
    started_at: model.dateTime(),
    /** Null while it runs, and permanently if its process died. */
    finished_at: model.dateTime().nullable(),
    /** Null: every configured account. */
    account: model.text().nullable(),
    /** Payments that started in this time were compared. */
    range_from: model.dateTime(),
    range_to: model.dateTime(),
    examined: model.number(),
    /** Left out because something is in progress. */
    in_flight: model.number(),
    /** Found, whether or not they were repaired. */
    differences: model.number(),
    applied: model.number(),
    error: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_reconciliation_started", on: ["started_at"] }]);
