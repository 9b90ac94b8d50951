import type { MedusaContainer } from "@medusajs/framework/types";
import type { SavedCardDeleted } from "../../api-schema/store";
import { StoreRequestError } from "../store-error";
import { resolveLedger } from "../resolve-ledger";
import { requireCustomer } from "../access/require-customer";

/** Removes a logged-in customer's card. Another customer's card gets the same answer as an unknown one. */
export async function removeSavedCard(
  container: MedusaContainer,
  customerId: string | null,
  id: string,
): Promise<SavedCardDeleted> {
  const customer = requireCustomer(customerId);
  if (!(await resolveLedger(container).savedCards.remove(customer, id)))
    throw new StoreRequestError("saved_card_not_found", 404);
  return { id, deleted: true };
}
