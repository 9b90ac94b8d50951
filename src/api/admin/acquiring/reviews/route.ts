import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ReviewFilters, ReviewDecisions } from "../../../../api-schema/admin";
import { reviewPage } from "../../../../application/dashboard/view/reviews";
import { decideReviews } from "../../../../application/dashboard/decide-reviews";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/reviews` — held payments without a decision, oldest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => reviewPage(req.scope, readAdminInput(ReviewFilters, req.query)),
  });
}

/** `POST /admin/acquiring/reviews` — decides up to a hundred held payments, each with its own result. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "review",
    work: async () => {
      const { actor_id, actor_type } = req.auth_context;
      const request = { ...readAdminInput(ReviewDecisions, req.body), actor_id, is_user: actor_type === "user" };
      return { results: await decideReviews(req.scope, request) };
    },
  });
}
