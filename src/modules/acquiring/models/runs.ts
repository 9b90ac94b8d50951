import { model } from "@medusajs/framework/utils";

export const BulkRun = model
  .define("acquiring_bulk_run", {
    id: model.id({ prefix: "acqblk" }).primaryKey(),
    key: model.text(),
    created_by: model.text(),
    total: model.number(),
    ended: model.number(),
    finished_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_bulk_run_key", on: ["key"], unique: true },
    { name: "IDX_acquiring_bulk_run_created", on: ["created_at"] },
    { name: "IDX_acquiring_bulk_run_open", on: ["created_at"], where: "finished_at IS NULL" },
  ]);

/** One payment of a bulk run. Its id is the key of its capture, so that it is captured once. */
export const BulkItem = model
  .define("acquiring_bulk_item", {
    id: model.id({ prefix: "acqbit" }).primaryKey(),
    run_id: model.text(),
    attempt_id: model.text(),
    place: model.number(),
    /** The order in which it ended, from 1; null while it waits. */
    number: model.number().nullable(),
    amount: model.bigNumber().nullable(),
    outcome: model.enum(["done", "pending", "refused", "unknown", "not_sent"]).nullable(),
    code: model.text().nullable(),
    message: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_bulk_item_place", on: ["run_id", "place"], unique: true },
    { name: "IDX_acquiring_bulk_item_number", on: ["run_id", "number"], unique: true, where: "number IS NOT NULL" },
  ]);

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
