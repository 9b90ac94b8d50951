import { model } from "@medusajs/framework/utils";

/**
 * Outgoing money: one row per payout, committed as `sending` before its first byte is sent, concluded by its response,
 * changed later by notifications or a person. The unique indexes are the last protection against paying twice. No bank
 * data.
 */
export const PayoutSend = model
  .define("acquiring_payout_send", {
    id: model.id({ prefix: "acqpos" }).primaryKey(),
    payout_id: model.text(),
    /** UUID, the gateway's idempotency key; never replaced. */
    request_id: model.text(),
    account: model.text(),
    gateway_identity: model.text().default(""),
    currency: model.text(),
    amount: model.bigNumber(),
    payload_hash: model.text(),
    actor_id: model.text().nullable(),
    status: model.enum(["sending", "settled", "pending", "declined", "not_sent", "unknown"]),
    reading: model.enum(["paid", "pending", "failed", "cancelled", "held", "unmapped"]).nullable(),
    raw_status: model.text().nullable(),
    result_code: model.text().nullable(),
    result_message: model.text().nullable(),
    transaction_id: model.text().nullable(),
    short_reference: model.text().nullable(),
    /** The gateway's texts, for display; nothing depends on them. */
    fee_amount: model.text().nullable(),
    fee_currency: model.text().nullable(),
    payer_pays: model.text().nullable(),
    beneficiary_receives: model.text().nullable(),
    failure_reason: model.text().nullable(),
    failure_type: model.text().nullable(),
    gateway_created_at: model.dateTime().nullable(),
    gateway_updated_at: model.dateTime().nullable(),
    decided_by: model.text().nullable(),
    decided_result: model.enum(["paid", "not_paid"]).nullable(),
    decided_note: model.text().nullable(),
    contradiction: model.enum(["paid", "pending", "failed", "cancelled", "held", "unmapped"]).nullable(),
    ignored_end: model.enum(["paid", "failed", "cancelled"]).nullable(),
    paid_at: model.dateTime().nullable(),
    sends: model.number(),
    version: model.number(),
    sync_due_at: model.dateTime().nullable(),
    sent_at: model.dateTime(),
    concluded_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_payout_send_payout", on: ["payout_id"], unique: true },
    { name: "IDX_acquiring_payout_send_request", on: ["account", "request_id"], unique: true },
    { name: "IDX_acquiring_payout_send_follow", on: ["sync_due_at"], where: "sync_due_at IS NOT NULL" },
    { name: "IDX_acquiring_payout_send_open", on: ["sent_at"], where: "status = 'sending'" },
  ]);

/** Each change of a payout's send, with the gateway's own status. Append-only, enforced by a trigger. */
export const PayoutSendEvent = model
  .define("acquiring_payout_send_event", {
    id: model.id({ prefix: "acqpoe" }).primaryKey(),
    payout_id: model.text(),
    at: model.dateTime(),
    source: model.enum(["request", "response", "notify", "person", "sweep"]),
    from_status: model.enum(["sending", "settled", "pending", "declined", "not_sent", "unknown"]).nullable(),
    to_status: model.enum(["sending", "settled", "pending", "declined", "not_sent", "unknown"]),
    reading: model.enum(["paid", "pending", "failed", "cancelled", "held", "unmapped"]).nullable(),
    raw_status: model.text().nullable(),
    code: model.text().nullable(),
    message: model.text().nullable(),
    actor_id: model.text().nullable(),
    note: model.text().nullable(),
    inbox_event_id: model.text().nullable(),
    /** Numbers the changes of one send, so that simultaneous ones keep their order. */
    version: model.number(),
  })
  .indexes([{ name: "IDX_acquiring_payout_send_event_once", on: ["payout_id", "version"], unique: true }]);
