import { model } from "@medusajs/framework/utils";

/** The audit trail of payouts and beneficiaries, in order. Append-only, enforced by a trigger. */
export const PayoutAudit = model
  .define("acquiring_payout_audit", {
    id: model.id({ prefix: "acqpau" }).primaryKey(),
    sequence: model.autoincrement(),
    payout_id: model.text().nullable(),
    beneficiary_id: model.text().nullable(),
    kind: model.text(),
    version: model.number(),
    actor: model.enum(["admin", "gateway", "system"]),
    actor_id: model.text().nullable(),
    owner_id: model.text().nullable(),
    note: model.text().nullable(),
    raw_status: model.text().nullable(),
    at: model.dateTime(),
  })
  .indexes([
    { name: "IDX_acquiring_payout_audit_payout", on: ["payout_id", "at"], where: "payout_id IS NOT NULL" },
    {
      name: "IDX_acquiring_payout_audit_beneficiary",
      on: ["beneficiary_id", "at"],
      where: "beneficiary_id IS NOT NULL",
    },
  ]);
