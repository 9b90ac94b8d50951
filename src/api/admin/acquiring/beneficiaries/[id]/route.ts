import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryChange } from "../../../../../contract/admin";
import { changeBeneficiary } from "../../../../../workflows/payout/beneficiary-deeds";
import { beneficiaryView } from "../../../../../workflows/payout/beneficiary-page";
import { payoutsAreOff } from "../../../../../workflows/payout/payouts-are-off";
import { Nothing, payoutDeed, payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/beneficiaries/:id` — one, its bank data masked; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => beneficiaryView(who) });

/** `POST /admin/acquiring/beneficiaries/:id` — a new version; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: BeneficiaryChange, run: changeBeneficiary });
