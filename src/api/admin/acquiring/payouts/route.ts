import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutDraft, PayoutFilters } from "../../../../api-schema/admin";
import { createPayout } from "../../../../application/payouts/payout-commands";
import { payoutPage } from "../../../../application/payouts/payout-page";
import { payoutsAreOff } from "../../../../application/payouts/payouts-are-off";
import { payoutCommand, payoutQuestion } from "../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts` — takes `PayoutFilters`; answer: `PayoutPage`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: PayoutFilters, run: payoutPage });

/** `POST /admin/acquiring/payouts` — takes `PayoutDraft`; answer: `PayoutAnswer`, a draft. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutDraft, run: createPayout });
