import { model } from "@medusajs/framework/utils";

/** An account's last notifications: received, verified, and rejected with the reason. One row per account. */
export const NotificationPulse = model.define("acquiring_notification_health", {
  account: model.text().primaryKey(),
  received_at: model.dateTime(),
  verified_at: model.dateTime().nullable(),
  failed_at: model.dateTime().nullable(),
  failure: model.text().nullable(),
});

export const SignatureCount = model
  .define("acquiring_signature_count", {
    /** Account, source and minute. */
    id: model.text().primaryKey(),
    account: model.text(),
    source: model.enum(["notification", "answer"]),
    minute: model.dateTime(),
    total: model.number(),
    mismatched: model.number(),
  })
  .indexes([{ name: "IDX_acquiring_signature_count_minute", on: ["minute"] }]);

/**
 * One row per session, cart, customer, network address and card that sent a payment recently. The migration adds the
 * column `hits`, bigint[] of milliseconds since 1970: the model language has no arrays of numbers. Only
 * `VelocityLimiter` writes it, in one statement.
 */
export const Velocity = model
  .define("acquiring_velocity", {
    /** A keyed digest of account, scope and value. */
    key: model.text().primaryKey(),
    account: model.text(),
    scope: model.enum(["session", "cart", "customer", "address", "card"]),
    forget_after: model.dateTime(),
  })
  .indexes([{ name: "IDX_acquiring_velocity_forget", on: ["forget_after"] }]);
