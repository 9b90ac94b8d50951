import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { AttentionFilters } from "../../../../api-schema/admin";
import { attentionPage } from "../../../../application/dashboard/view/attention-page";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/attention` — the attention queue; filters, answer: `api-schema/admin/attention.ts`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => attentionPage(req.scope, readAdminInput(AttentionFilters, req.query)),
  });
}
