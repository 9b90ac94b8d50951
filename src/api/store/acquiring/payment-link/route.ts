import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentLinkBody } from "../../../../api-schema/store-link";
import { linkView } from "../../../../application/payables/link-view";
import { answerStore, parseBody } from "../../../store-errors";

/** `POST /store/acquiring/payment-link` — what a payment link asks for; body and answers: `api-schema/store-link.ts`. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("X-Robots-Tag", "noindex, nofollow");
  await answerStore(req, res, () => linkView(req.scope, parseBody(PaymentLinkBody, req.body).link));
}
