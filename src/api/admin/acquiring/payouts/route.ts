import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutDraft, PayoutFilters } from "../../../../api-schema/admin";
import { createPayout } from "../../../../application/payouts/payout-commands";
import { payoutPage } from "../../../../application/payouts/payout-page";
import { payoutsAreOff } from "../../../../application/payouts/payouts-are-off";
import { payoutCommand, payoutQuestion } from "../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

export const GET = payoutQuestion({ permission: "payout", input: PayoutFilters, run: payoutPage });

export const POST = payoutCommand({ permission: "payout", input: PayoutDraft, run: createPayout });
