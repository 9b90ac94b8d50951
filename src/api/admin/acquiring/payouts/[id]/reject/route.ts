import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutNote } from "../../../../../../api-schema/admin";
import { rejectPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/reject` — with a reason; answer: `PayoutAnswer`. Needs `approve_payout`. */
export const POST = payoutCommand({ permission: "approve_payout", input: PayoutNote, run: rejectPayout });
