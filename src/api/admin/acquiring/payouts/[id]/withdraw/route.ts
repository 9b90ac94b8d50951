import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutNote } from "../../../../../../api-schema/admin";
import { withdrawPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/withdraw` — before it is sent; answer: `PayoutAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutNote, run: withdrawPayout });
