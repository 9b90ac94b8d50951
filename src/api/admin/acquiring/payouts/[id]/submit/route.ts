import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutBound } from "../../../../../../api-schema/admin";
import { submitPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

export const POST = payoutCommand({ permission: "payout", input: PayoutBound, run: submitPayout });
