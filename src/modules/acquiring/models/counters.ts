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

/** `acquiring_traffic_minute`, added up per UTC day and kept: written in the same statement. The same extra column. */
export const TrafficDay = model
  .define("acquiring_traffic_day", {
    /** Account, operation and day. */
    id: model.text().primaryKey(),
    account: model.text(),
    operation: model.text(),
    day: model.dateTime(),
    requests: model.number(),
    failed: model.number(),
  })
  .indexes([{ name: "IDX_acquiring_traffic_day", on: ["day"] }]);

/**
 * Exchanges with the gateway per minute and operation, and those without a usable response. An unreadable response is
 * counted again, in `failed` of a row with `unreadable:` before the operation and no requests. The migration adds the
 * column `histogram`, integer[] of `domain/histogram.ts`: the model language has no arrays of numbers. Only
 * `GatewayMetrics` writes it.
 */
export const TrafficMinute = model
  .define("acquiring_traffic_minute", {
    /** Account, operation and minute. */
    id: model.text().primaryKey(),
    account: model.text(),
    operation: model.text(),
    minute: model.dateTime(),
    requests: model.number(),
    failed: model.number(),
  })
  .indexes([
    { name: "IDX_acquiring_traffic_account", on: ["account", "minute"] },
    { name: "IDX_acquiring_traffic_minute", on: ["minute"] },
  ]);
