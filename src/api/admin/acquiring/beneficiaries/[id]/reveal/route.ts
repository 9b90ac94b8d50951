import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryReveal } from "../../../../../../api-schema/admin";
import { revealBeneficiary } from "../../../../../../application/payouts/beneficiaries/beneficiary-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/beneficiaries/:id/reveal` — unmasked data, audited first; answer: `BeneficiaryDetails`. Needs `reveal_bank_details`. */
export const POST = payoutCommand({
  permission: "reveal_bank_details",
  input: BeneficiaryReveal,
  run: revealBeneficiary,
});
