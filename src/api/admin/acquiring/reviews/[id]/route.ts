import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { reviewCase } from "../../../../../application/dashboard/view/reviews";
import { answerAdmin } from "../../../../admin-request";

/** `GET /admin/acquiring/reviews/:id` — a payment that is or was held, and its customer's history. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => reviewCase(req.scope, req.params.id ?? "") });
}
