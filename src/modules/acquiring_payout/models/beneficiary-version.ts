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
  })
  .indexes([
    { name: "IDX_acquiring_beneficiary_version_number", on: ["beneficiary_id", "number"], unique: true },
    { name: "IDX_acquiring_beneficiary_version_key", on: ["key_id"] },
  ]);
