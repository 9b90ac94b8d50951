import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutFilters, PayoutInput } from "../../../../contract/admin";
import { createPayout } from "../../../../workflows/payout/payout-deeds";
import { payoutPage } from "../../../../workflows/payout/payout-page";
import { payoutsAreOff } from "../../../../workflows/payout/payouts-are-off";
import { payoutDeed, payoutQuestion } from "../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts` — what `PayoutFilters` ask for; answer: `PayoutPage`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: PayoutFilters, run: payoutPage });

/** `POST /admin/acquiring/payouts` — takes `PayoutInput`; answer: `PayoutAnswer`, a draft. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: PayoutInput, run: createPayout });
