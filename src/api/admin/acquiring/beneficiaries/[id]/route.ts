import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryChange } from "../../../../../api-schema/admin";
import { changeBeneficiary } from "../../../../../application/payouts/beneficiaries/beneficiary-commands";
import { beneficiaryView } from "../../../../../application/payouts/beneficiaries/beneficiary-page";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { Nothing, payoutCommand, payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/beneficiaries/:id` — with masked bank data; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => beneficiaryView(who) });

/** `POST /admin/acquiring/beneficiaries/:id` — a new version; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: BeneficiaryChange, run: changeBeneficiary });
