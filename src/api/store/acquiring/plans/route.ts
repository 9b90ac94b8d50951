import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PlansQuery } from "../../../../contract/store-subscription";
import { storePlans } from "../../../../workflows/subscription/store-plans";
import { answerStore, parseBody } from "../../../store-errors";

/** `GET /store/acquiring/plans?variant_id=…&currency_code=…` — what variants cost again and again; answer: `PlansAnswer`. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => storePlans(req.scope, parseBody(PlansQuery, req.query)));
}
