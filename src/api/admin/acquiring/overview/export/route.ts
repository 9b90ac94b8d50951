import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { OverviewFilters } from "../../../../../api-schema/admin";
import { requirePermission } from "../../../../../application/access/admin-access";
import { overviewCsv } from "../../../../../application/dashboard/view/overview-csv";
import { readAdminInput } from "../../../../admin-input";
import { sendCsv } from "../../../../send-csv";

/** `GET /admin/acquiring/overview/export` — takes `OverviewFilters`; answer: a CSV file. Needs `export`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "export");
  const pieces = await overviewCsv(req.scope, readAdminInput(OverviewFilters, req.query));
  await sendCsv(res, "overview.csv", pieces);
}
