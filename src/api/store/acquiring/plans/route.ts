import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PlansQuery } from "../../../../api-schema/store-subscription";
import { storePlans } from "../../../../application/subscriptions/store-plans";
import { answerStore, parseBody } from "../../../store-errors";

/** `GET /store/acquiring/plans?variant_id=…&currency_code=…` — subscription plans; answer: `PlansAnswer`. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => storePlans(req.scope, parseBody(PlansQuery, req.query)));
}
