import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutCopy } from "../../../../../../api-schema/admin";
import { copyPayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/copy` — new draft of a failed one; answer: its `PayoutAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutCopy, run: copyPayout });
