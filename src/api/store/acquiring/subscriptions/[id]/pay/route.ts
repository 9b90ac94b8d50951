import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { OrderPaymentBody } from "../../../../../../api-schema/store-order";
import { payRenewalAsCustomer } from "../../../../../../application/payables/pay-renewal";
import { requestCustomer } from "../../../../../request-customer";
import { answerStore, parseBody } from "../../../../../store-errors";

/** `POST /store/acquiring/subscriptions/:id/pay` — a link to pay the customer's own declined charge; answer: `OrderPaymentAnswer`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => {
    parseBody(OrderPaymentBody, req.body);
    return payRenewalAsCustomer(req.scope, requestCustomer(req).customerId, req.params.id ?? "");
  });
}
