import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutCopy } from "../../../../../../contract/admin";
import { copyPayout } from "../../../../../../workflows/payout/payout-deeds";
import { payoutsAreOff } from "../../../../../../workflows/payout/payouts-are-off";
import { payoutDeed } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/copy` — a new draft of one that did not get through; answer: `PayoutAnswer`, the new one. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: PayoutCopy, run: copyPayout });
