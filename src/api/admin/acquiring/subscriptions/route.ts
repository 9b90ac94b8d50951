import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { SubscriptionFilters } from "../../../../api-schema/admin";
import { subscriptionPage } from "../../../../application/subscriptions/subscription-page";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/subscriptions` — takes `SubscriptionFilters`; answer: `SubscriptionPage`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => subscriptionPage(req.scope, readAdminInput(SubscriptionFilters, req.query)),
  });
}
