import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import type { CompletionLease } from "../../modules/acquiring/checkout/cart-completion-lock";
import { unlinkDeletedPromotions } from "./unlink-deleted-promotions";
import { resolveLedger } from "../resolve-ledger";
import { refuseConsumedPayment } from "./refuse-consumed-payment";

/** How long a shopper's request waits for the one before it, in ms; Medusa waits as long for its own lock. */
const WAIT_MS = 30_000;

/**
 * The turn to complete this cart; see `Completions`. Throws `not_allowed` when another completion did not end in time, and
 * `StoreRequestError` when an earlier one gave the payment back. `waitMs`: 0 for background work, which comes again anyway.
 */
export async function turnToComplete(
  container: MedusaContainer,
  cartId: string,
  waitMs = WAIT_MS,
): Promise<CompletionLease> {
  const turn = await resolveLedger(container).completions.take(cartId, waitMs);
  if (!turn) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This cart is being completed by another request. Try again in a moment.",
    );
  }
  try {
    await refuseConsumedPayment(container, cartId);
    await unlinkDeletedPromotions(container, cartId);
    return turn;
  } catch (error) {
    await turn.release();
    throw error;
  }
}

/** Completes the cart as the store's route does, in turn; answers the order's id. */
export async function completeCart(container: MedusaContainer, cartId: string, waitMs?: number): Promise<string> {
  const turn = await turnToComplete(container, cartId, waitMs);
  try {
    const { result } = await completeCartWorkflow(container).run({ input: { id: cartId } });
    return result.id;
  } finally {
    await turn.release();
  }
}
