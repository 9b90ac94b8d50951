import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answerPaymentPage } from "../../../pages/answer-payment-page";

/** `GET /acquiring/pay/:token` — the plugin's own page for a payment link. `?language=de` chooses its language. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerPaymentPage(req, res);
}
