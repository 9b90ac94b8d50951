import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { disputeRate } from "../../../../../application/disputes/dispute-page";
import { answerAdmin } from "../../../../admin-request";

/** `GET /admin/acquiring/disputes/rate` — disputes and captured payments of the last twelve months. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => disputeRate(req.scope) });
}
