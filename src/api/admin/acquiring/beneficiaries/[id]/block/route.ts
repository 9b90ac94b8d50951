import { defineFileConfig } from "@medusajs/framework/utils";
import { BeneficiaryNote } from "../../../../../../api-schema/admin";
import { blockBeneficiary } from "../../../../../../application/payouts/beneficiaries/beneficiary-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/beneficiaries/:id/block` — stops further payouts to it; answer: `BeneficiaryAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: BeneficiaryNote, run: blockBeneficiary });
