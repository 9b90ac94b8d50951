import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentStatusBody } from "../../../../api-schema/store";
import { paymentStatus } from "../../../../application/checkout/pay";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payment-status` — status of a session; body and answers: `api-schema/store.ts`. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => paymentStatus(req.scope, parseBody(PaymentStatusBody, req.body)));
}
