import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutDecision } from "../../../../../../api-schema/admin";
import { decidePayout } from "../../../../../../application/payouts/payout-commands";
import { payoutsAreOff } from "../../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/:id/decide` — resolves an unknown one; answer: `PayoutAnswer`. Needs `approve_payout`. */
export const POST = payoutCommand({ permission: "approve_payout", input: PayoutDecision, run: decidePayout });
