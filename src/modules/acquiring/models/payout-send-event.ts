import { model } from "@medusajs/framework/utils";

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
