import { model } from "@medusajs/framework/utils";

export const PayoutImport = model
  .define("acquiring_payout_import", {
    id: model.id({ prefix: "acqpim" }).primaryKey(),
    key: model.text(),
    content_hash: model.text(),
    actor_id: model.text(),
    finished_at: model.dateTime().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_payout_import_key", on: ["key"], unique: true }]);
