import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { subscriptionView } from "../../../../../application/subscriptions/subscription-page";
import { answerAdmin } from "../../../../admin-request";

/** `GET /admin/acquiring/subscriptions/:id` — one in full; answer: `{ subscription: AdminSubscription }`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: async () => ({ subscription: await subscriptionView(req.scope, req.params.id ?? "") }),
  });
}
