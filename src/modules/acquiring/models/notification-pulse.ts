import { model } from "@medusajs/framework/utils";

/** An account's last notifications: received, verified, and rejected with the reason. One row per account. */
export const NotificationPulse = model.define("acquiring_notification_health", {
  account: model.text().primaryKey(),
  received_at: model.dateTime(),
  verified_at: model.dateTime().nullable(),
  failed_at: model.dateTime().nullable(),
  failure: model.text().nullable(),
});
