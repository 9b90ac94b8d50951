import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { comeBack } from "../../../../application/checkout/payment-return";
import { answerWay } from "../../../pages/way-route";
import { redirect } from "../../../pages/way-page";

/** `GET /acquiring/cancel/:ticket` — where the gateway sends a shopper who gave up; the session stays payable. It settles nothing (our default, section 5). */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerWay(req, res, (ticket) => comeBack(req.scope, { ticket, cancelled: true }));
}

/** Some gateways come back with a POST; its body is not read, and a GET follows. */
export function POST(req: MedusaRequest, res: MedusaResponse): void {
  redirect(res, encodeURIComponent(String(req.params.ticket ?? "")));
}
