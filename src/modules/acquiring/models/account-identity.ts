import { model } from "@medusajs/framework/utils";

/**
 * The gateway account under a key of `accounts` at the first start with account identities: older payments, which have
 * none, were sent there. Written once and never changed.
 */
export const AccountIdentity = model
  .define("acquiring_account_identity", {
    id: model.id({ prefix: "acqaid" }).primaryKey(),
    account: model.text(),
    identity: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_account_identity_account", on: ["account"], unique: true }]);
