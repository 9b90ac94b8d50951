import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutNote } from "../../../../../../api-schema/admin";
import { withdrawPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

export const POST = payoutCommand({ permission: "payout", input: PayoutNote, run: withdrawPayout });
