import { model } from "@medusajs/framework/utils";

/** A beneficiary as it was at one time; what was paid stays bound to it. A trigger lets only its seal be made anew. */
export const BeneficiaryVersion = model
  .define("acquiring_beneficiary_version", {
    id: model.id({ prefix: "acqbev" }).primaryKey(),
    beneficiary_id: model.text(),
    number: model.number(),
    /** Everything that is sent of it. */
    sealed: model.text(),
    key_id: model.text(),
    made_by: model.text(),
    /** Of an API key: who made the key. */
    made_by_owner: model.text().nullable(),
    /** Did this version write the account, or only something else? Its author then approves no payout to it. */
    writes_account: model.boolean().default(true),
    /** Of the account as this version has it; also another beneficiary with the same account is found by it. */
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
