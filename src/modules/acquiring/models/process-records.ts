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
