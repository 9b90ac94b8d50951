import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { CardPaymentBody } from "../../../../contract/store";
import { payByCard } from "../../../../workflows/card-payment/pay-by-card";
import { shopperOf } from "../../../shopper";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/card-payments` — pays a session with a card; body and answers: `contract/store.ts`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => payByCard(req.scope, parseBody(CardPaymentBody, req.body), shopperOf(req)));
}
