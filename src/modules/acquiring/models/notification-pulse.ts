import { model } from "@medusajs/framework/utils";

/** When an account's notifications last arrived, were believed, and were not, and why not. One row for each account. */
export const NotificationPulse = model.define("acquiring_notification_health", {
  account: model.text().primaryKey(),
  received_at: model.dateTime(),
  verified_at: model.dateTime().nullable(),
  failed_at: model.dateTime().nullable(),
  /** In our words. */
  failure: model.text().nullable(),
});
