import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

/** Removes the saved cards of a deleted customer account. Idempotent. */
export async function forgetCustomer(container: MedusaContainer, customerId: string): Promise<void> {
  await resolveLedger(container).savedCards.removeAll(customerId);
}
