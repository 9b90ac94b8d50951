import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutBulk } from "../../../../../api-schema/admin";
import { approveMany } from "../../../../../application/payouts/payout-bulk";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/approve` — up to a hundred, separately; answer: `PayoutBulkAnswer`. Needs `approve_payout`. */
export const POST = payoutCommand({ permission: "approve_payout", input: PayoutBulk, run: approveMany });
