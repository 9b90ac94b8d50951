import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { HealthFilters } from "../../../../api-schema/admin";
import { health } from "../../../../application/dashboard/view/health";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/health` — health of each account, and the configuration without secrets. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "operate",
    work: () => health(req.scope, readAdminInput(HealthFilters, req.query)),
  });
}
