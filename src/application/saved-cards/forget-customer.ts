import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

export async function forgetCustomer(container: MedusaContainer, customerId: string): Promise<void> {
  await resolveLedger(container).savedCards.removeAll(customerId);
}
