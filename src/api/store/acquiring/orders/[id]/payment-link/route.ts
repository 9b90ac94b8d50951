import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { OrderPaymentBody } from "../../../../../../api-schema/store-order";
import { orderPayment, payOrderAgain } from "../../../../../../application/payables/order-payment";
import { requestCustomer } from "../../../../../request-customer";
import { answerStore, parseBody } from "../../../../../store-errors";

/** `GET /store/acquiring/orders/:id/payment-link` — what the customer's own order owes; answer: `OrderPaymentAnswer`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => orderPayment(req.scope, requestCustomer(req).customerId, req.params.id ?? ""));
}

/** `POST /store/acquiring/orders/:id/payment-link` — the same with a link to pay it; answer: `OrderPaymentAnswer`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => {
    parseBody(OrderPaymentBody, req.body);
    return payOrderAgain(req.scope, requestCustomer(req).customerId, req.params.id ?? "");
  });
}
