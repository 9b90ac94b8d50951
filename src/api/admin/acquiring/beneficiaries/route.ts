import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryFilters, BeneficiaryEntry } from "../../../../api-schema/admin";
import { createBeneficiary } from "../../../../application/payouts/beneficiaries/beneficiary-commands";
import { beneficiaryPage } from "../../../../application/payouts/beneficiaries/beneficiary-page";
import { payoutsAreOff } from "../../../../application/payouts/payouts-are-off";
import { payoutCommand, payoutQuestion } from "../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/beneficiaries` — takes `BeneficiaryFilters`; answer: `BeneficiaryPage`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: BeneficiaryFilters, run: beneficiaryPage });

/** `POST /admin/acquiring/beneficiaries` — takes `BeneficiaryEntry`; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: BeneficiaryEntry, run: createBeneficiary });
