import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutChange } from "../../../../../api-schema/admin";
import { changePayout } from "../../../../../application/payouts/payout-commands";
import { payoutView } from "../../../../../application/payouts/payout-view";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { Nothing, payoutCommand, payoutQuestion } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts/:id` — one payout in full; answer: `PayoutAnswer`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => payoutView(who) });

/** `POST /admin/acquiring/payouts/:id` — takes `PayoutChange`, makes it a draft; answer: `PayoutAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutChange, run: changePayout });
