import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentReturnBody } from "../../../../contract/store";
import { paymentReturn } from "../../../../workflows/pay/payment-return";
import { shopperOf } from "../../../shopper";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payment-return` — how the payment stands that a shopper came back from; body and answers: `contract/store.ts`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { customerId } = shopperOf(req);
  await answerStore(req, res, () =>
    paymentReturn(req.scope, parseBody(PaymentReturnBody, req.body).return_token, customerId),
  );
}
