import { model } from "@medusajs/framework/utils";

/** Many captures that an admin began at once. Its items say what became of each. */
export const BulkRun = model
  .define("acquiring_bulk_run", {
    id: model.id({ prefix: "acqblk" }).primaryKey(),
    /** Of the request: the same again is the same run. */
    key: model.text(),
    /** The admin's id in Medusa. */
    created_by: model.text(),
    total: model.number(),
    /** How many items have ended. */
    ended: model.number(),
    /** Until when a process is at it; one that died lets this run out, and another takes it up. */
    leased_until: model.dateTime(),
    finished_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_bulk_run_key", on: ["key"], unique: true },
    { name: "IDX_acquiring_bulk_run_created", on: ["created_at"] },
    { name: "IDX_acquiring_bulk_run_open", on: ["leased_until"], where: "finished_at IS NULL" },
  ]);
