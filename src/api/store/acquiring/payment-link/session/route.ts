import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { LinkSessionBody } from "../../../../../api-schema/store-link";
import { linkSession } from "../../../../../application/checkout/link-session";
import { answerStore, parseBody } from "../../../../store-errors";

/** `POST /store/acquiring/payment-link/session` — a payment session for a link; body and answers: `api-schema/store-link.ts`. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => linkSession(req.scope, parseBody(LinkSessionBody, req.body)));
}
