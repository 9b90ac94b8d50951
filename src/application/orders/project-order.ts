import { authorizePaymentSessionForOrderWorkflow, cancelOrderWorkflow } from "@medusajs/medusa/core-flows";
import { MedusaError, Modules, PaymentSessionStatus } from "@medusajs/framework/utils";
import { authenticationOf } from "../../modules/acquiring/ledger/rows/authentication";
import { isGivenBack, isGoingBack } from "../../modules/acquiring/ledger/rows/rows";
import { completeCart } from "./complete-cart";
import type { MedusaPayment, MedusaView, Projection } from "./load-medusa-payment";
import { loadMedusaPayment } from "./load-medusa-payment";
import { CORE_GRACE_MS } from "./order-transactions";

/**
 * One order per cart that was paid for: completes the cart when the shopper's
 * tab did not, finishes an order that waits for its authorisation, cancels one
 * whose payment was declined after all. Two completions at once follow each other
 * and end in one order (`completeCart`). Answers what Medusa holds afterwards.
 */
export async function projectOrder(projection: Projection): Promise<MedusaView> {
  const { container, row } = projection;
  const did = await follow(projection);
  return did ? loadMedusaPayment(container, row) : projection.view;
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
      return false;
    case "voided":
      return isUnacceptable(projection) ? followDecline(projection) : false;
  }
}

async function followMoney(projection: Projection): Promise<boolean> {
  const { container, row, view } = projection;
  // It never was acceptable: an order that waits for it waits for nothing.
  if (isUnacceptable(projection)) return followReject(projection);
  // On its way back, or not yet known to be acceptable: it pays for nothing.
  if (row.reversal_reason !== null || authenticationOf(row, row.three_ds) === "open") return false;
  if (!view.session && !paysAlone(projection)) {
    if (row.renewal_of) throw new MedusaError(MedusaError.Types.NOT_FOUND, NO_SESSION);
    return refuseMoney(projection, "whose payment session was replaced");
  }
  // Another attempt of the same session is the one that pays: this one was given up and succeeded all the same.
  if (!(await isPaying(projection))) return refuseMoney(projection, "that was paid in another way meanwhile");
  if (view.payment) return followPayment(projection, view.payment);
  if (!view.session) return false;
  if (view.order?.status === "canceled") return refuseMoney(projection, "whose order was cancelled");
  if (view.order) {
    const waits = view.session.status === PaymentSessionStatus.PENDING_AUTHORIZATION;
    if (!waits && view.order.isPaid) return refuseMoney(projection, "that has its order already");
    if (isHeld(projection)) return false;
    if (!waits) return finishCompletion(projection, view.order, view.session.id);
    await authorizePaymentSessionForOrderWorkflow(container).run({ input: { payment_session_id: view.session.id } });
    return true;
  }
  if (isGivenBack(row)) return refuseEmpty(projection);
  if (isGoingBack(projection.operations)) return false;
  // Like a payment that is pending: who is there may place the order, the server does not.
  if (isHeld(projection)) return false;
  if (!view.cartId)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The payment session belongs to no cart.");
  await completeCart(container, view.cartId, 0);
  return true;
}

/**
 * The order stands and nothing pays for it: the process that completed the cart ended between the order and its
 * payment. Core's own payment module lets two who authorise at once have one payment.
 */
async function finishCompletion(
  { container, ledger }: Projection,
  order: { readonly created_at: Date },
  sessionId: string,
): Promise<boolean> {
  refuseWithinGrace(ledger, order);
  await container.resolve(Modules.PAYMENT).authorizePaymentSession(sessionId, {});
  return true;
}

/**
 * A payment without an order: core took a completion back, and its payment could not be. The cart is completed again, as one
 * that the shopper's tab did not complete.
 */
async function followPayment(projection: Projection, payment: MedusaPayment): Promise<boolean> {
  const { container, ledger, operations, row, view } = projection;
  // What is not decided yet comes here again.
  if (payment.canceled_at || isGivenBack(row) || isGoingBack(operations)) return false;
  if (view.order) return view.order.status === "canceled" ? showHeldMoney(projection) : false;
  if (!view.cartId) return false;
  refuseWithinGrace(ledger, payment);
  await completeCart(container, view.cartId, 0);
  return true;
}

/** Core cancels an order also when the gateway took neither the void nor the refund. */
async function showHeldMoney({ ledger, row }: Projection): Promise<false> {
  // A refund that the bank refused is told by itself.
  if (await ledger.recording.isRaised(row, "refund_failed")) return false;
  await ledger.recording.raise(row, "late_or_double_money", STILL_HELD);
  return false;
}

const STILL_HELD =
  "Its order was cancelled, and the payment could be neither voided nor refunded then: the money is still held. Void or refund it.";

/** Who completes the cart, or takes that back, may live; one that lives has a minute. */
function refuseWithinGrace(ledger: Projection["ledger"], { created_at: at }: { readonly created_at: Date }): void {
  if (at.getTime() + CORE_GRACE_MS <= ledger.now().getTime()) return;
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The cart is being completed.");
}

/** It was refunded outside the store before there was an order: none is made. */
async function refuseEmpty({ ledger, row }: Projection): Promise<false> {
  const message = "The payment was refunded outside the store before its order was made; no order is made.";
  await ledger.recording.raise(row, "refund_elsewhere", message);
  return false;
}

/** The gateway charged it as was agreed: it is neither late nor double, and goes back by no rule. */
const NO_SESSION = "The payment session of this renewal was deleted; its money stays recorded.";

const isUnacceptable = ({ row }: Projection): boolean =>
  row.reversal_reason === "three_ds_missing" || row.hold_decision === "rejected";

const isHeld = ({ row }: Projection): boolean => row.held_at !== null && row.hold_decision === null;

/** The gateway took our reject and says that the reservation stands: a worker voids it. A capture is a person's. */
async function followReject(projection: Projection): Promise<boolean> {
  const { ledger, row } = projection;
  if (row.hold_decision === "rejected" && row.state === "authorised")
    await ledger.intendReversal(row.id, "held_rejected");
  return followDecline(projection);
}

/** The session went after Medusa's payment had been made from this attempt: the order has its payment. */
const paysAlone = ({ row, view: { order, payment } }: Projection): boolean =>
  order !== null && payment !== null && !payment.canceled_at && payment.data?.order_no === row.order_no;

/** Is this the attempt that Medusa's payment was made from or, before there is one, the attempt that its session stands for? */
async function isPaying({ ledger, row, view }: Projection): Promise<boolean> {
  const named = view.payment?.data?.order_no;
  if (named) return named === row.order_no;
  return (await ledger.ledger.attemptOfSession(row.session_id))?.id === row.id;
}

/**
 * Late or double money: under `lateMoney: "reverse"` it is noted that it is to be
 * given back, and a worker does that through the gate; under `hold` a person does.
 * Either way it stands in the attention queue.
 */
async function refuseMoney({ ledger, row }: Projection, cart: string): Promise<false> {
  if (isGivenBack(row)) return false;
  const isReversed = ledger.options.lateMoney === "reverse";
  const advice = isReversed ? "It is being given back." : "Void or refund it (option lateMoney is hold).";
  await ledger.recording.raise(row, "late_or_double_money", `Money came for a cart ${cart}. ${advice}`);
  if (isReversed) await ledger.intendReversal(row.id);
  return false;
}

/** Only an order that this very payment was to pay for, and that was placed before it was decided, is cancelled. */
async function followDecline(projection: Projection): Promise<boolean> {
  const { container, view } = projection;
  const waited = view.session?.status === PaymentSessionStatus.PENDING_AUTHORIZATION && !view.payment;
  if (!waited || !view.order || view.order.status === "canceled") return false;
  // Given up for another way to pay: the order waits for that one.
  if (!(await isPaying(projection))) return false;
  await cancelOrderWorkflow(container).run({ input: { order_id: view.order.id } });
  return true;
}
