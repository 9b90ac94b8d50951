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
