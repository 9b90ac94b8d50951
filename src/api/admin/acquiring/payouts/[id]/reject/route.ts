import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutNote } from "../../../../../../contract/admin";
import { rejectPayout } from "../../../../../../workflows/payout/payout-deeds";
import { payoutsAreOff } from "../../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/reject` — with a reason; answer: `PayoutAnswer`. Needs `approve_payout`. */
export const POST = payoutDeed({ permission: "approve_payout", input: PayoutNote, run: rejectPayout });
