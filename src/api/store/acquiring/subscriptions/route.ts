import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { SubscriptionsQuery } from "../../../../api-schema/store-subscription";
import { storeSubscriptions } from "../../../../application/subscriptions/store-subscriptions";
import { requestCustomer } from "../../../request-customer";
import { answerStore, parseBody } from "../../../store-errors";

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () =>
    storeSubscriptions(req.scope, requestCustomer(req).customerId, parseBody(SubscriptionsQuery, req.query)),
  );
}
