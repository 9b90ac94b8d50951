import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutImport } from "../../../../../api-schema/admin";
import { importPayouts } from "../../../../../application/payouts/import/import-payouts";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { payoutDeed } from "../../../../payout-request";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `POST /admin/acquiring/payouts/import` — a CSV file, as a preview or to make drafts of; answer: `PayoutImportAnswer`. Needs `payout`. */
export const POST = payoutDeed({ permission: "payout", input: PayoutImport, run: importPayouts });
