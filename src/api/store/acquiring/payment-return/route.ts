import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentReturnBody } from "../../../../api-schema/store";
import { paymentReturn } from "../../../../application/checkout/payment-return";
import { requestCustomer } from "../../../request-customer";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payment-return` — payment status after a redirect; body and answers: `api-schema/store.ts`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { customerId } = requestCustomer(req);
  await answerStore(req, res, () => paymentReturn(req.scope, parseBody(PaymentReturnBody, req.body), customerId));
}
