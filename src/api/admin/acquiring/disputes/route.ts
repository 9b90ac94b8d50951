import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { DisputeFilters } from "../../../../api-schema/admin";
import { disputePage } from "../../../../application/disputes/dispute-page";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/disputes` — disputes by state, those to be answered first. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => disputePage(req.scope, readAdminInput(DisputeFilters, req.query)),
  });
}
