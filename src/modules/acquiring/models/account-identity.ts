import { model } from "@medusajs/framework/utils";

/** The account of payments older than account identities, stored at the first start with them and never changed. */
export const AccountIdentity = model
  .define("acquiring_account_identity", {
    id: model.id({ prefix: "acqaid" }).primaryKey(),
    account: model.text(),
    identity: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_account_identity_account", on: ["account"], unique: true }]);
