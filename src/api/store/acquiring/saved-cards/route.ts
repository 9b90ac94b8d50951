import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { listSavedCards } from "../../../../application/saved-cards/list-saved-cards";
import { requestCustomer } from "../../../request-customer";
import { answerStore } from "../../../store-errors";

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => listSavedCards(req.scope, requestCustomer(req).customerId));
}
