import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { refreshPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";

/**
 * Core changes some totals of a cart without its payment collection (its tax lines on request, its credit lines), and each new session
 * would have the old amount again. The workflow gives the collection the cart's amount and deletes its sessions, or changes nothing if
 * the amounts are equal. Nothing is deleted while the gateway may hold money for the cart. A failure
 * is logged, and the next payment tries again: another request may do the same, or change the cart.
 */
export async function refreshCartCollection(container: MedusaContainer, cartId: string): Promise<void> {
  const ledger = resolveLedger(container);
  const since = new Date(ledger.now().getTime() - ledger.options.unknownWaitMs);
  if (await ledger.attempts.mayHoldMoney(cartId, since)) return;
  try {
    await refreshPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } });
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.warn(`acquiring.collection_not_refreshed cart=${cartId} error=${errorMessage(error)}`);
  }
}
