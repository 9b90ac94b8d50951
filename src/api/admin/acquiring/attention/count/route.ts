import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { attentionSummary } from "../../../../../application/dashboard/view/attention-page";
import { answerAdmin } from "../../../../admin-request";

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => attentionSummary(req.scope) });
}
