import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutBound } from "../../../../../../contract/admin";
import { submitPayout } from "../../../../../../workflows/payout/payout-deeds";
import { payoutsAreOff } from "../../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/submit` — asks for approval; answer: `PayoutAnswer`. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: PayoutBound, run: submitPayout });
