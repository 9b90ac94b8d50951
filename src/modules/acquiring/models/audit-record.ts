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

/** Data of this customer, e-mail address or order must be kept: no erasure and no retention removes it. */
export const LegalHoldRecord = model
  .define("acquiring_legal_hold", {
    id: model.id({ prefix: "acqhld" }).primaryKey(),
    subject_kind: model.enum(["customer", "email", "order"]),
    /** An ID of Medusa, or an address in lower case. */
    subject: model.text(),
    reason: model.text(),
    placed_by: model.text(),
    /** Null: until it is released. */
    until: model.dateTime().nullable(),
    released_at: model.dateTime().nullable(),
    released_by: model.text().nullable(),
  })
  .indexes([
    {
      name: "IDX_acquiring_legal_hold_open",
      on: ["subject_kind", "subject"],
      unique: true,
      where: "released_at IS NULL",
    },
  ]);

/** One erasure of a person. While it is unfinished it says who and which rows, so that a crash loses nothing; then no longer who. */
export const PersonErasure = model
  .define("acquiring_person_erasure", {
    id: model.id({ prefix: "acqper" }).primaryKey(),
    customer_id: model.text().nullable(),
    email: model.text().nullable(),
    /** A `PersonScope`: IDs of what was found. */
    scope: model.json(),
    actor: model.text(),
    reason: model.text(),
    rows: model.number().default(0),
    started_at: model.dateTime(),
    finished_at: model.dateTime().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_person_erasure_open", on: ["started_at"], where: "finished_at IS NULL" }]);
