import { model } from "@medusajs/framework/utils";
import { payoutStates } from "../domain/states";

/**
 * A payout from draft to result. Changed under its row lock, together with its audit record. Amounts are in minor
 * units.
 */
export const Payout = model
  .define("acquiring_payout", {
    id: model.id({ prefix: "acqpay" }).primaryKey(),
    /** The creator's idempotency key: repeating it returns the same draft. */
    origin_key: model.text().nullable(),
    state: model.enum([...payoutStates]),
    account: model.text(),
    currency: model.text(),
    amount: model.bigNumber(),
    beneficiary_id: model.text(),
    beneficiary_version: model.number(),
    beneficiary_name: model.text(),
    beneficiary_mask: model.text(),
    beneficiary_country: model.text().nullable(),
    payment_method: model.text(),
    swift_charge_option: model.text().nullable(),
    fee_paid_by: model.text().nullable(),
    fund_source: model.text().nullable(),
    source_amount: model.bigNumber().nullable(),
    source_currency: model.text().nullable(),
    /** `2026-11-30`. */
    payment_date: model.text().nullable(),
    reference: model.text(),
    reason: model.text().nullable(),
    note: model.text().nullable(),
    /** The payer, and the client's own data. */
    sealed: model.text(),
    key_id: model.text(),
    order_id: model.text().nullable(),
    customer_id: model.text().nullable(),
    import_id: model.text().nullable(),
    import_line: model.number().nullable(),
    /** The gateway's idempotency key; constant for this payout. */
    request_id: model.text(),
    payload_hash: model.text(),
    version: model.number(),
    approvals: model.number().default(0),
    created_by: model.text(),
    submitted_at: model.dateTime().nullable(),
    approved_at: model.dateTime().nullable(),
    expires_at: model.dateTime().nullable(),
    send_after: model.dateTime().nullable(),
    waits_for: model.text().nullable(),
    claimed_at: model.dateTime().nullable(),
    finished_at: model.dateTime().nullable(),
    synced_version: model.number().nullable(),
    transaction_id: model.text().nullable(),
    short_reference: model.text().nullable(),
    decided_by: model.text().nullable(),
    decided_result: model.enum(["paid", "not_paid"]).nullable(),
    decided_note: model.text().nullable(),
    replaces_id: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_payout_origin", on: ["origin_key"], unique: true, where: "origin_key IS NOT NULL" },
    { name: "IDX_acquiring_payout_request", on: ["request_id"], unique: true },
    { name: "IDX_acquiring_payout_state", on: ["state", "created_at"] },
    { name: "IDX_acquiring_payout_created", on: ["created_at", "id"] },
    { name: "IDX_acquiring_payout_beneficiary", on: ["beneficiary_id", "created_at"] },
    { name: "IDX_acquiring_payout_spent", on: ["currency", "claimed_at"], where: "claimed_at IS NOT NULL" },
    {
      name: "IDX_acquiring_payout_source",
      on: ["source_currency", "claimed_at"],
      where: "source_amount IS NOT NULL",
    },
    { name: "IDX_acquiring_payout_order", on: ["order_id"], where: "order_id IS NOT NULL" },
    { name: "IDX_acquiring_payout_customer", on: ["customer_id"], where: "customer_id IS NOT NULL" },
    { name: "IDX_acquiring_payout_import", on: ["import_id", "import_line"], where: "import_id IS NOT NULL" },
    { name: "IDX_acquiring_payout_replaces", on: ["replaces_id"], where: "replaces_id IS NOT NULL" },
    { name: "IDX_acquiring_payout_key", on: ["key_id"] },
  ]);
