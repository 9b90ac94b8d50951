import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutChange } from "../../../../../api-schema/admin";
import { changePayout } from "../../../../../application/payouts/payout-commands";
import { payoutView } from "../../../../../application/payouts/payout-view";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { Nothing, payoutDeed, payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts/:id` — one, whole; answer: `PayoutAnswer`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => payoutView(who) });

/** `POST /admin/acquiring/payouts/:id` — takes `PayoutChange`; answer: `PayoutAnswer`, a draft again. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: PayoutChange, run: changePayout });
