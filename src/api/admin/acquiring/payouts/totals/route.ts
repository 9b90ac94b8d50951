import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutPeriod } from "../../../../../api-schema/admin";
import { payoutTotals } from "../../../../../application/payouts/payout-totals";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts/totals` — paid and in transit; answer: `PayoutTotals`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: PayoutPeriod, run: payoutTotals });
