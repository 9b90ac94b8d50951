import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryNote } from "../../../../../../api-schema/admin";
import { unblockBeneficiary } from "../../../../../../application/payouts/beneficiaries/beneficiary-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/beneficiaries/:id/unblock` — allows payouts again; answer: `BeneficiaryAnswer`. Needs `approve_payout`. */
export const POST = payoutCommand({ permission: "approve_payout", input: BeneficiaryNote, run: unblockBeneficiary });
