import type { MedusaContainer } from "@medusajs/framework/types";
import { refreshPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows";
import { resolveLedger } from "../resolve-ledger";

/**
 * Core changes some totals of a cart without its payment collection (its tax lines on request, its credit lines), and each new session
 * would have the old amount again. The workflow gives the collection the cart's amount and deletes its sessions, or changes nothing if
 * the amounts are equal. Nothing is deleted while the gateway may hold money for the cart.
 */
export async function refreshCartCollection(container: MedusaContainer, cartId: string): Promise<void> {
  if (await resolveLedger(container).attempts.mayHoldMoney(cartId)) return;
  await refreshPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } });
}
