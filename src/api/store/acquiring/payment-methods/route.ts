import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentMethodsBody } from "../../../../api-schema/store";
import { paymentMethods } from "../../../../application/checkout/payment-methods";
import { requestCustomer } from "../../../request-customer";
import { answerStore, parseBody } from "../../../store-errors";

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { customerId } = requestCustomer(req);
  await answerStore(req, res, () => paymentMethods(req.scope, parseBody(PaymentMethodsBody, req.body), customerId));
}
