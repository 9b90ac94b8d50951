import { model } from "@medusajs/framework/utils";

/** One row: until when the overview's days contain everything. */
export const OverviewFold = model.define("acquiring_overview_fold", {
  id: model.text().primaryKey(),
  folded_at: model.dateTime(),
});
