import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { COME_BACK_PARAMETER } from "../../../../api-schema/store";
import { leadOn } from "../../../../application/checkout/payment-return";
import { answerWay } from "../../../pages/redirect-route";

/** `GET /acquiring/go/:ticket` — page that submits the customer's browser to the gateway (our default, sections 5, 6). */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerWay(req, res, (ticket) => leadOn(req.scope, ticket, req.query[COME_BACK_PARAMETER]));
}
