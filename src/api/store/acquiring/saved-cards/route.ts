import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { listSavedCards } from "../../../../application/saved-cards/list-saved-cards";
import { requestCustomer } from "../../../request-customer";
import { answerStore } from "../../../store-errors";

/** `GET /store/acquiring/saved-cards` — the logged-in customer's cards; answers: `api-schema/store.ts`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => listSavedCards(req.scope, requestCustomer(req).customerId));
}
