import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { defineFileConfig } from "@medusajs/framework/utils";
import { PayoutFilters } from "../../../../../api-schema/admin";
import { requireEither, requirePermission } from "../../../../../application/access/admin-access";
import { payoutsAreOff } from "../../../../../application/payouts/payouts-are-off";
import { payoutsCsv } from "../../../../../application/payouts/payouts-csv";
import { readAdminInput } from "../../../../admin-input";
import { payoutActorOf } from "../../../../payout-request";
import { sendCsv } from "../../../../send-csv";

defineFileConfig({ isDisabled: payoutsAreOff });

/** `GET /admin/acquiring/payouts/export` — takes `PayoutFilters`; answer: a CSV file. Needs `payout` and `export`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requireEither(req.scope, req.auth_context, { permission: "payout", or: "approve_payout" });
  await requirePermission(req.scope, req.auth_context, "export");
  const pieces = await payoutsCsv(payoutActorOf(req), readAdminInput(PayoutFilters, req.query));
  await sendCsv(res, "payouts.csv", pieces);
}
