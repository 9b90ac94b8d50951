import { model } from "@medusajs/framework/utils";

/** Days whose figures changed: one row for each change, so that writers never wait for each other. */
export const OverviewDue = model.define("acquiring_overview_due", {
  /** The event that was delivered, or why the day is made anew. */
  id: model.text().primaryKey(),
  day: model.dateTime(),
});
