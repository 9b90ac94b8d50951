import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutPeriod } from "../../../../../contract/admin";
import { payoutTotals } from "../../../../../workflows/payout/payout-totals";
import { payoutsAreOff } from "../../../../../workflows/payout/payouts-are-off";
import { payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts/totals` — what was paid and what is on its way; answer: `PayoutTotals`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: PayoutPeriod, run: payoutTotals });
