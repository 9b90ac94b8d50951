import { model } from "@medusajs/framework/utils";

/** A bulk capture started by an admin. Its items have the results. */
export const BulkRun = model
  .define("acquiring_bulk_run", {
    id: model.id({ prefix: "acqblk" }).primaryKey(),
    /** The request's key: repeating it returns the same run. */
    key: model.text(),
    /** The admin's id in Medusa. */
    created_by: model.text(),
    total: model.number(),
    ended: model.number(),
    /** The lease of the working process; after its expiry another one continues. */
    leased_until: model.dateTime(),
    finished_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_bulk_run_key", on: ["key"], unique: true },
    { name: "IDX_acquiring_bulk_run_created", on: ["created_at"] },
    { name: "IDX_acquiring_bulk_run_open", on: ["leased_until"], where: "finished_at IS NULL" },
  ]);
