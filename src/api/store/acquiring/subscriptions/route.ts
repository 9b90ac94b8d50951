import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { SubscriptionsQuery } from "../../../../api-schema/store-subscription";
import { storeSubscriptions } from "../../../../application/subscriptions/store-subscriptions";
import { requestCustomer } from "../../../request-customer";
import { answerStore, parseBody } from "../../../store-errors";

/** `GET /store/acquiring/subscriptions` — the logged-in customer's own; answer: `SubscriptionsAnswer`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () =>
    storeSubscriptions(req.scope, requestCustomer(req).customerId, parseBody(SubscriptionsQuery, req.query)),
  );
}
