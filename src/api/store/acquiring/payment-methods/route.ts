import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentMethodsBody } from "../../../../api-schema/store";
import { paymentMethods } from "../../../../application/checkout/payment-methods";
import { requestCustomer } from "../../../request-customer";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payment-methods` — payment methods for a cart; body and answers: `api-schema/store.ts`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { customerId } = requestCustomer(req);
  await answerStore(req, res, () => paymentMethods(req.scope, parseBody(PaymentMethodsBody, req.body), customerId));
}
