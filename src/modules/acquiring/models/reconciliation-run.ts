import { model } from "@medusajs/framework/utils";

export const ReconciliationRun = model
  .define("acquiring_reconciliation_run", {
    id: model.id({ prefix: "acqrec" }).primaryKey(),
    started_by: model.text(),
    started_at: model.dateTime(),
    /** Null while it runs, and permanently if its process died. */
    finished_at: model.dateTime().nullable(),
    /** Null: every configured account. */
    account: model.text().nullable(),
    range_from: model.dateTime(),
    range_to: model.dateTime(),
    examined: model.number(),
    in_flight: model.number(),
    differences: model.number(),
    applied: model.number(),
    error: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_reconciliation_started", on: ["started_at"] }]);
