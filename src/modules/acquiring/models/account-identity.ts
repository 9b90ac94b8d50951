import { model } from "@medusajs/framework/utils";

/**
 * Which gateway account stood under a key of `accounts` at the first start that kept such identities: payments from
 * before then, which carry none, were sent there. Written once and never changed.
 */
export const AccountIdentity = model
  .define("acquiring_account_identity", {
    id: model.id({ prefix: "acqaid" }).primaryKey(),
    account: model.text(),
    identity: model.text(),
  })
  .indexes([{ name: "IDX_acquiring_account_identity_account", on: ["account"], unique: true }]);
