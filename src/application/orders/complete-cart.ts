import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import type { Lease } from "../../modules/acquiring";
import { unlinkDeletedPromotions } from "./unlink-deleted-promotions";
import { resolveLedger } from "../resolve-ledger";
import { refuseConsumedPayment } from "./refuse-consumed-payment";

/** How long a customer's request waits for the previous completion, in ms; the same as Medusa's own lock. */
const WAIT_MS = 30_000;

/**
 * One completion of a cart at a time, over all processes of the store (ADR 16). Medusa's own lock guarantees that only
 * with a shared locking module; by default each process has its own, and two of them place two orders for one cart.
 * Throws `not_allowed` if not free within `waitMs`, and `StoreRequestError` if the payment was already returned.
 */
export async function lockCompletion(container: MedusaContainer, cartId: string, waitMs = WAIT_MS): Promise<Lease> {
  const lock = await resolveLedger(container).leases.take("cart-completion", cartId, waitMs);
  if (!lock) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This cart is being completed by another request. Try again in a moment.",
    );
  }
  try {
    await refuseConsumedPayment(container, cartId);
    await unlinkDeletedPromotions(container, cartId);
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Completes the cart under the lock, as the store route does; returns the order's ID. */
export async function completeCart(container: MedusaContainer, cartId: string, waitMs?: number): Promise<string> {
  const lock = await lockCompletion(container, cartId, waitMs);
  try {
    const { result } = await completeCartWorkflow(container).run({ input: { id: cartId } });
    return result.id;
  } finally {
    await lock.release();
  }
}
