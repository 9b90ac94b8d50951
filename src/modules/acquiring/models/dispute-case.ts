import { model } from "@medusajs/framework/utils";

/** What people entered about a dispute; what the gateway reported is in the payment's column `disputes`. */
export const DisputeCase = model.define("acquiring_dispute_case", {
  /** The payment attempt's id, a colon, and the dispute's key. */
  id: model.text().primaryKey(),
  attempt_id: model.text(),
  /** By when to respond; it takes precedence over the reported date. */
  due_at: model.dateTime().nullable(),
  /** When somebody recorded that the evidence was submitted at the gateway, and their user ID. */
  answered_at: model.dateTime().nullable(),
  answered_by: model.text().nullable(),
  note: model.text().nullable(),
  version: model.number(),
});

/** One row for each reminder of a due date: the primary key makes it one, however many workers there are. */
export const DisputeReminder = model.define("acquiring_dispute_reminder", {
  /** The case's id, the due date in seconds, and the days before it. */
  id: model.text().primaryKey(),
  attempt_id: model.text(),
  dispute_key: model.text(),
  due_at: model.dateTime(),
  /** Of the option `disputes.remindDays`. */
  days_before: model.number(),
});
