import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryNote } from "../../../../../../contract/admin";
import { blockBeneficiary } from "../../../../../../workflows/payout/beneficiary-deeds";
import { payoutsAreOff } from "../../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/beneficiaries/:id/block` — nothing is paid to it from now on; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: BeneficiaryNote, run: blockBeneficiary });
