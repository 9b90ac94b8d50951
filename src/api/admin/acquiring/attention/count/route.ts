import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { attentionSummary } from "../../../../../application/dashboard/view/attention-page";
import { answerAdmin } from "../../../../admin-request";

/** `GET /admin/acquiring/attention/count` — number of open items, for the badge. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => attentionSummary(req.scope) });
}
