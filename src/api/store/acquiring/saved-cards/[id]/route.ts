import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { removeSavedCard } from "../../../../../application/saved-cards/remove-saved-card";
import { requestCustomer } from "../../../../request-customer";
import { answerStore } from "../../../../store-errors";

/** `DELETE /store/acquiring/saved-cards/:id` — removes the customer's saved card; answers: `api-schema/store.ts`. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStore(req, res, () => removeSavedCard(req.scope, requestCustomer(req).customerId, req.params.id ?? ""));
}
