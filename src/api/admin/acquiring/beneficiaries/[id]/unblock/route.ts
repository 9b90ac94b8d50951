import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryNote } from "../../../../../../contract/admin";
import { unblockBeneficiary } from "../../../../../../workflows/payout/beneficiary-deeds";
import { payoutsAreOff } from "../../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/beneficiaries/:id/unblock` — it may be paid again; answer: `BeneficiaryAnswer`. Needs `approve_payout`. */
export const POST = payoutDeed({ permission: "approve_payout", input: BeneficiaryNote, run: unblockBeneficiary });
