import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutApproval } from "../../../../../../api-schema/admin";
import { approvePayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/approve` — approves what was shown; the last approval sends it; answer: `PayoutAnswer`. Needs `approve_payout`. */
export const POST = payoutCommand({ permission: "approve_payout", input: PayoutApproval, run: approvePayout });
