import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { StoreSubscriptionCancel } from "../../../../../../api-schema/store-subscription";
import { cancelAsCustomer } from "../../../../../../application/subscriptions/store-subscriptions";
import { requestCustomer } from "../../../../../request-customer";
import { answerStore, parseBody } from "../../../../../store-errors";

/** `POST /store/acquiring/subscriptions/:id/cancel` — the customer's own; answer: `StoreSubscriptionCancelled`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => {
    const { key } = parseBody(StoreSubscriptionCancel, req.body);
    return cancelAsCustomer(req.scope, requestCustomer(req).customerId, { id: req.params.id ?? "", key });
  });
}
