import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutBulk } from "../../../../../api-schema/admin";
import { submitMany } from "../../../../../application/payouts/payout-bulk";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/submit` — up to a hundred, separately; answer: `PayoutBulkAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutBulk, run: submitMany });
