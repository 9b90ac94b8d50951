import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutBulk } from "../../../../../contract/admin";
import { approveMany } from "../../../../../workflows/payout/payout-bulk";
import { payoutsAreOff } from "../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/approve` — up to a hundred, each by itself; answer: `PayoutBulkAnswer`. Needs `approve_payout`. */
export const POST = payoutDeed({ permission: "approve_payout", input: PayoutBulk, run: approveMany });
