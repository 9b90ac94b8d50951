import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentMethodsBody } from "../../../../contract/store";
import { paymentMethods } from "../../../../workflows/pay/payment-methods";
import { shopperOf } from "../../../shopper";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payment-methods` — the ways to pay a cart; body and answers: `contract/store.ts`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { customerId } = shopperOf(req);
  await answerStore(req, res, () => paymentMethods(req.scope, parseBody(PaymentMethodsBody, req.body), customerId));
}
