import { model } from "@medusajs/framework/utils";

/** The audit trail of money operations and people's decisions. Append-only, enforced by a trigger. */
export const AuditRecord = model
  .define("acquiring_audit_record", {
    id: model.id({ prefix: "acqaud" }).primaryKey(),
    actor: model.enum(["customer", "admin", "system", "gateway"]),
    actor_id: model.text().nullable(),
    /** An `AuditAction`; see ledger/journal.ts. */
    action: model.text(),
    attempt_id: model.text().nullable(),
    operation_id: model.text().nullable(),
    details: model.json(),
    at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_audit_attempt", on: ["attempt_id", "at"] }]);

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
