import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { BulkQuery } from "../../../../../api-schema/admin";
import { bulkView } from "../../../../../application/dashboard/view/bulk-view";
import { readAdminInput } from "../../../../admin-input";
import { answerAdmin } from "../../../../admin-request";

/** `GET /admin/acquiring/bulk-captures/:id` — progress with results after `after`; answer: `BulkRun`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => bulkView(req.scope, req.params.id ?? "", readAdminInput(BulkQuery, req.query).after),
  });
}
