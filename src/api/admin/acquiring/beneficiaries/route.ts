import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryFilters, BeneficiaryEntry } from "../../../../contract/admin";
import { createBeneficiary } from "../../../../workflows/payout/beneficiary-deeds";
import { beneficiaryPage } from "../../../../workflows/payout/beneficiary-page";
import { payoutsAreOff } from "../../../../workflows/payout/payouts-are-off";
import { payoutDeed, payoutQuestion } from "../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/beneficiaries` — what `BeneficiaryFilters` ask for; answer: `BeneficiaryPage`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: BeneficiaryFilters, run: beneficiaryPage });

/** `POST /admin/acquiring/beneficiaries` — takes `BeneficiaryEntry`; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: BeneficiaryEntry, run: createBeneficiary });
