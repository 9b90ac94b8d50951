import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { comeBack } from "../../../../application/checkout/payment-return";
import { answerWay } from "../../../pages/redirect-route";
import { redirect } from "../../../pages/redirect-page";

/** `GET /acquiring/cancel/:ticket` — the gateway redirects here after a cancellation (our default, section 5). Changes no payment state; the session stays payable. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerWay(req, res, (ticket) => comeBack(req.scope, { ticket, cancelled: true }));
}

/** Some gateways return with a POST; the body is ignored and a GET follows. */
export function POST(req: MedusaRequest, res: MedusaResponse): void {
  redirect(res, encodeURIComponent(String(req.params.ticket ?? "")));
}
