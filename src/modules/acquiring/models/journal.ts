import { model } from "@medusajs/framework/utils";

/**
 * One write to the gateway: committed as `sending` before its first byte is sent, concluded by its response or by a
 * query. The unique indexes are the last protection against a double effect: Postgres refuses a second open operation
 * on the same payment.
 */
export const Operation = model
  .define("acquiring_operation", {
    id: model.id({ prefix: "acqop" }).primaryKey(),
    attempt_id: model.text(),
    kind: model.enum(["authorise", "capture", "void", "refund", "review", "cancel_subscription"]),
    sequence: model.number(),
    /** Medusa's key: capture id, refund id, payment id; the order number for an authorisation. */
    idempotency_key: model.text(),
    amount: model.bigNumber(),
    currency: model.text(),
    status: model.enum(["sending", "settled", "pending", "declined", "not_sent", "unknown"]),
    actor: model.enum(["customer", "admin", "system", "gateway"]),
    result_code: model.text().nullable(),
    result_message: model.text().nullable(),
    gateway_reference: model.text().nullable(),
    sent_at: model.dateTime(),
    concluded_at: model.dateTime().nullable(),
    recorded_in_medusa: model.boolean(),
    action: model.enum(["approve", "reject"]).nullable(),
    /**
     * Of a capture: since when only the gateway's payment status reports it; empty once a response or a notification
     * confirms it.
     */
    inferred_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_operation_attempt", on: ["attempt_id", "sequence"], unique: true },
    { name: "IDX_acquiring_operation_key", on: ["kind", "idempotency_key"], unique: true },
    { name: "IDX_acquiring_operation_inferred", on: ["inferred_at"], where: "inferred_at IS NOT NULL" },
    {
      name: "IDX_acquiring_operation_open_kind",
      on: ["attempt_id", "kind"],
      unique: true,
      where: "status IN ('sending','unknown')",
    },
    // Capture, void and review exclude each other while one of them is open.
    {
      name: "IDX_acquiring_operation_open_settle",
      on: ["attempt_id"],
      unique: true,
      where: "kind IN ('capture','void','review') AND status IN ('sending','unknown')",
    },
    {
      name: "IDX_acquiring_operation_one_void",
      on: ["attempt_id"],
      unique: true,
      where: "kind = 'void' AND status IN ('sending','unknown','pending','settled')",
    },
    {
      name: "IDX_acquiring_operation_unrecorded_capture",
      on: ["attempt_id"],
      where: "kind = 'capture' AND status = 'settled' AND NOT recorded_in_medusa",
    },
    // A held payment is decided once.
    {
      name: "IDX_acquiring_operation_one_review",
      on: ["attempt_id"],
      unique: true,
      where: "kind = 'review' AND status IN ('sending','unknown','pending','settled')",
    },
    { name: "IDX_acquiring_operation_one_authorise", on: ["attempt_id"], unique: true, where: "kind = 'authorise'" },
  ]);

/** The journal: one row per event, in the order in which we learnt it. Append-only; a trigger refuses all changes. */
export const Entry = model
  .define("acquiring_entry", {
    id: model.id({ prefix: "acqent" }).primaryKey(),
    attempt_id: model.text(),
    sequence: model.number(),
    kind: model.text(),
    operation_id: model.text().nullable(),
    inbox_event_id: model.text().nullable(),
    amount: model.bigNumber().nullable(),
    currency: model.text(),
    from_state: model.text(),
    to_state: model.text(),
    actor: model.enum(["customer", "admin", "system", "gateway"]),
    source: model.enum(["request", "response", "query", "notify", "return"]),
    code: model.text().nullable(),
    message: model.text().nullable(),
    occurred_at: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_entry_attempt", on: ["attempt_id", "sequence"], unique: true }]);
