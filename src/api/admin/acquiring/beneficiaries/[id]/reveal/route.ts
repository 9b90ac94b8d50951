import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryReveal } from "../../../../../../contract/admin";
import { revealBeneficiary } from "../../../../../../workflows/payout/beneficiary-deeds";
import { payoutsAreOff } from "../../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/beneficiaries/:id/reveal` — everything in clear, after who looked was written down; answer: `BeneficiaryDetails`. Needs `reveal_bank_details`. */
export const POST = payoutDeed({ permission: "reveal_bank_details", input: BeneficiaryReveal, run: revealBeneficiary });
