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
