import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

/** Removes the kept cards of a customer whose account was deleted. Running it twice removes nothing more. */
export async function forgetCustomer(container: MedusaContainer, customerId: string): Promise<void> {
  await resolveLedger(container).savedCards.removeAll(customerId);
}
