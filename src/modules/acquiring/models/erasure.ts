import { model } from "@medusajs/framework/utils";

/**
 * Who erased a card number from a stored text, when and why; never the number. Append-only. The database changes a row
 * of an append-only table only together with one of these, and only digits to asterisks (docs/operations.md).
 */
export const Erasure = model
  .define("acquiring_erasure", {
    id: model.id({ prefix: "acqera" }).primaryKey(),
    table_name: model.text(),
    row_id: model.text(),
    field: model.text(),
    digits: model.number(),
    /** SHA-256 of the row afterwards, over its columns at that time; null for tables whose rows keep changing. */
    row_digest: model.text().nullable(),
    row_columns: model.json().nullable(),
    actor: model.text(),
    reason: model.text(),
    /** The database's transaction ID: the erasure allows a change only in that transaction. */
    txid: model.text(),
    at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_erasure_row", on: ["table_name", "row_id"] }]);
