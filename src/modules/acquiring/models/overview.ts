import { model } from "@medusajs/framework/utils";

/**
 * Payments that were started on one UTC day, added up by what the overview asks for. Computed from the ledger, and made
 * anew as a whole day; see `overview/fold.ts`. The migration adds the column `figures`, bigint[] in the order of `FIGURES`
 * (amounts in integer minor units): the model language has no arrays of numbers.
 */
export const OverviewDay = model
  .define("acquiring_overview_day", {
    /** Day, account, currency, mode, method, state, code and sales channel. */
    id: model.text().primaryKey(),
    /** Its first moment, UTC. */
    day: model.dateTime(),
    account: model.text(),
    currency: model.text(),
    mode: model.text(),
    method: model.text().nullable(),
    state: model.text(),
    /** Of declined payments: the gateway's code. */
    code: model.text().nullable(),
    /** Empty: not known. Null: computed by a version without sales channels, and due. */
    sales_channel_id: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_overview_day", on: ["day", "currency"] },
    { name: "IDX_acquiring_overview_day_older", on: ["day"], where: "sales_channel_id IS NULL AND deleted_at IS NULL" },
    {
      name: "IDX_acquiring_overview_day_open",
      on: ["day"],
      where: "state IN ('created','action_required','pending','unknown')",
    },
  ]);

/** Days whose figures changed: one row for each change, so that writers never wait for each other. */
export const OverviewDue = model.define("acquiring_overview_due", {
  /** The event that was delivered, or why the day is made anew. */
  id: model.text().primaryKey(),
  day: model.dateTime(),
});

/** One row: until when the overview's days contain everything. */
export const OverviewFold = model.define("acquiring_overview_fold", {
  id: model.text().primaryKey(),
  folded_at: model.dateTime(),
});
