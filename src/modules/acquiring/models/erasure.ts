import { model } from "@medusajs/framework/utils";

/**
 * Who erased a card number from a stored text, when and why; never what it was. Append-only. The database changes a row
 * of an append-only table only together with one of these, and only digits to asterisks (docs/operations.md).
 */
export const Erasure = model
  .define("acquiring_erasure", {
    id: model.id({ prefix: "acqera" }).primaryKey(),
    table_name: model.text(),
    row_id: model.text(),
    field: model.text(),
    /** How many digits were replaced. */
    digits: model.number(),
    /** SHA-256 of the row as it is afterwards, over the columns that it had then; null in a table whose rows go on changing. */
    row_digest: model.text().nullable(),
    row_columns: model.json().nullable(),
    actor: model.text(),
    reason: model.text(),
    /** The database's own number of the transaction: the erasure allows a change in that one alone. */
    txid: model.text(),
    at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_erasure_row", on: ["table_name", "row_id"] }]);
