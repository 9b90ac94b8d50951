import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PlanFilters } from "../../../../api-schema/admin";
import { planList } from "../../../../application/subscriptions/plans";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/plans?product_id=…` — a product's variants with their plans; answer: `PlanList`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => planList(req.scope, readAdminInput(PlanFilters, req.query).product_id),
  });
}
