import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutNote } from "../../../../../../api-schema/admin";
import { rejectPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

export const POST = payoutCommand({ permission: "approve_payout", input: PayoutNote, run: rejectPayout });
