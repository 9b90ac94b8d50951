import { model } from "@medusajs/framework/utils";

/** Identifies this database: another one with the same row is a copy, a restored backup or a promoted replica. */
export const LedgerEpoch = model.define("acquiring_ledger_epoch", {
  id: model.id({ prefix: "acqepo" }).primaryKey(),
  system_identifier: model.text().nullable(),
  timeline: model.text().nullable(),
  database_oid: model.text().nullable(),
  recorded_at: model.dateTime(),
});
