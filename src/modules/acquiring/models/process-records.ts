import { model } from "@medusajs/framework/utils";

/** Work that one process at a time may do, its holder and the expiry. See `runtime/lease.ts`. */
export const LeaseRecord = model.define("acquiring_lease", {
  name: model.text().primaryKey(),
  holder: model.text(),
  leased_until: model.dateTime(),
});

/** The account of payments older than account identities, stored at the first start with them and never changed. */
export const AccountIdentity = model
  .define("acquiring_account_identity", {
    id: model.id({ prefix: "acqaid" }).primaryKey(),
    account: model.text(),
    identity: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_account_identity_account", on: ["account"], unique: true }]);

export const ReconciliationRun = model
  .define("acquiring_reconciliation_run", {
    id: model.id({ prefix: "acqrec" }).primaryKey(),
    started_by: model.text(),
    started_at: model.dateTime(),
    /** Null while it runs, and permanently if its process died. */
    finished_at: model.dateTime().nullable(),
    /** Null: every configured account. */
    account: model.text().nullable(),
    range_from: model.dateTime(),
    range_to: model.dateTime(),
    examined: model.number(),
    in_flight: model.number(),
    differences: model.number(),
    applied: model.number(),
    error: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_reconciliation_started", on: ["started_at"] }]);
