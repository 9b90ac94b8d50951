import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryChange } from "../../../../../api-schema/admin";
import { changeBeneficiary } from "../../../../../application/payouts/beneficiaries/beneficiary-commands";
import { beneficiaryView } from "../../../../../application/payouts/beneficiaries/beneficiary-page";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { Nothing, payoutCommand, payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => beneficiaryView(who) });

export const POST = payoutCommand({ permission: "payout", input: BeneficiaryChange, run: changeBeneficiary });
