import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentBody } from "../../../../api-schema/store";
import { pay } from "../../../../application/checkout/pay";
import { requestCustomer } from "../../../request-customer";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payments` — starts or makes a payment; body and answers: `api-schema/store.ts`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => pay(req.scope, parseBody(PaymentBody, req.body), requestCustomer(req)));
}
