import { model } from "@medusajs/framework/utils";

/** A version of a beneficiary; payouts refer to it. A trigger allows only its re-encryption. */
export const BeneficiaryVersion = model
  .define("acquiring_beneficiary_version", {
    id: model.id({ prefix: "acqbev" }).primaryKey(),
    beneficiary_id: model.text(),
    number: model.number(),
    sealed: model.text(),
    key_id: model.text(),
    made_by: model.text(),
    made_by_owner: model.text().nullable(),
    /** Did this version change the account? Its author then approves no payout to it. */
    writes_account: model.boolean().default(true),
    account_fingerprint: model.text().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_beneficiary_version_number", on: ["beneficiary_id", "number"], unique: true },
    { name: "IDX_acquiring_beneficiary_version_key", on: ["key_id"] },
    {
      name: "IDX_acquiring_beneficiary_version_account",
      on: ["account_fingerprint"],
      where: "account_fingerprint IS NOT NULL AND writes_account",
    },
  ]);
