import {
  authorizePaymentSessionForOrderWorkflow,
  cancelOrderWorkflow,
  completeCartWorkflow,
} from "@medusajs/medusa/core-flows";
import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils";
import type { MedusaView, Projection } from "./medusa-view";
import { viewOf } from "./medusa-view";

/**
 * One order per cart that was paid for: completes the cart when the shopper's
 * tab did not, finishes an order that waits for its authorisation, cancels one
 * whose payment was declined after all. Core's own lock on the cart makes two
 * completions at once end in one order. Answers what Medusa holds afterwards.
 */
export async function projectOrder(projection: Projection): Promise<MedusaView> {
  const { container, row } = projection;
  const did = await follow(projection);
  return did ? viewOf(container, row) : projection.view;
}

async function follow(projection: Projection): Promise<boolean> {
  switch (projection.row.state) {
    case "authorised":
    case "captured":
      return followMoney(projection);
    case "declined":
    case "expired":
      return followDecline(projection);
    case "created":
    case "unknown":
    case "pending":
    case "action_required":
    case "voided":
      return false;
  }
}

async function followMoney({ container, ledger, row, view }: Projection): Promise<boolean> {
  if (!view.session || view.order?.status === "canceled") {
    if (view.payment?.canceled_at) return false;
    const what = view.session ? "whose order was cancelled" : "whose payment session was replaced";
    await ledger.recording.raise(row, "late_or_double_money", `Money is held for a cart ${what}. Void or refund it.`);
    return false;
  }
  if (view.payment) return false;
  if (view.order) {
    if (view.session.status !== PaymentSessionStatus.PENDING_AUTHORIZATION) {
      await ledger.recording.raise(
        row,
        "late_or_double_money",
        "A second payment succeeded for a cart that has its order.",
      );
      return false;
    }
    await authorizePaymentSessionForOrderWorkflow(container).run({ input: { payment_session_id: view.session.id } });
    return true;
  }
  if (!view.cartId)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The payment session belongs to no cart.");
  await completeCartWorkflow(container).run({ input: { id: view.cartId } });
  return true;
}

/** Only an order that this very payment was to pay for, and that was placed before it was decided, is cancelled. */
async function followDecline({ container, view }: Projection): Promise<boolean> {
  const waited = view.session?.status === PaymentSessionStatus.PENDING_AUTHORIZATION && !view.payment;
  if (!waited || !view.order || view.order.status === "canceled") return false;
  await cancelOrderWorkflow(container).run({ input: { order_id: view.order.id } });
  return true;
}
