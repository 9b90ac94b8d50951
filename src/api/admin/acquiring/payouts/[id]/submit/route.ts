import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutBound } from "../../../../../../api-schema/admin";
import { submitPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/submit` — asks for approval; answer: `PayoutAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutBound, run: submitPayout });
