import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { OverviewFilters } from "../../../../api-schema/admin";
import { overview } from "../../../../application/dashboard/view/overview";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/overview` — takes `OverviewFilters`; answer: `Overview`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => overview(req.scope, readAdminInput(OverviewFilters, req.query)),
  });
}
