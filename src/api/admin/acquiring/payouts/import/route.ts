import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutImport } from "../../../../../api-schema/admin";
import { importPayouts } from "../../../../../application/payouts/import/import-payouts";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { payoutCommand } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/import` — CSV file: preview or drafts; answer: `PayoutImportAnswer`. Needs `payout`. */
export const POST = payoutCommand({ permission: "payout", input: PayoutImport, run: importPayouts });
