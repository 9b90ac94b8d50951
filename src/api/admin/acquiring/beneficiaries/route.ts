import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryFilters, BeneficiaryEntry } from "../../../../api-schema/admin";
import { createBeneficiary } from "../../../../application/payouts/beneficiaries/beneficiary-commands";
import { beneficiaryPage } from "../../../../application/payouts/beneficiaries/beneficiary-page";
import { payoutsAreOff } from "../../../../application/payouts/payouts-are-off";
import { payoutCommand, payoutQuestion } from "../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

export const GET = payoutQuestion({ permission: "payout", input: BeneficiaryFilters, run: beneficiaryPage });

export const POST = payoutCommand({ permission: "payout", input: BeneficiaryEntry, run: createBeneficiary });
