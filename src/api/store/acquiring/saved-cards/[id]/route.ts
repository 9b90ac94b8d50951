import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { removeSavedCard } from "../../../../../application/saved-cards/remove-saved-card";
import { requestCustomer } from "../../../../request-customer";
import { answerStore } from "../../../../store-errors";

export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => removeSavedCard(req.scope, requestCustomer(req).customerId, req.params.id ?? ""));
}
