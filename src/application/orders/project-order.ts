import { authorizePaymentSessionForOrderWorkflow, cancelOrderWorkflow } from "@medusajs/medusa/core-flows";
import { MedusaError, Modules, PaymentSessionStatus } from "@medusajs/framework/utils";
import { authenticationOf, isFromElsewhere, isGivenBack, isGoingBack } from "../../modules/acquiring";
import { completeCart, lockCompletion } from "./complete-cart";
import type { MedusaPayment, MedusaView, Projection } from "./load-medusa-payment";
import { loadMedusaPayment } from "./load-medusa-payment";
import { CORE_GRACE_MS } from "./order-transactions";
import { projectPayable } from "./project-payable";
import { keptUntil, waitedInVain } from "./unpaid-order";

/**
 * One order per paid cart: completes the cart if the customer's browser did not, finishes an order that waits for its
 * authorisation, and cancels one whose payment was declined. Concurrent completions are serialised and end in one order
 * (`completeCart`). Returns what Medusa holds afterwards.
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
  // The payment was never acceptable, so its order has nothing to wait for.
  if (isUnacceptable(projection)) return followReject(projection);
  // Being reversed, or not yet known to be acceptable: not a payment for the order.
  if (row.reversal_reason !== null || authenticationOf(row, row.three_ds) === "open") return false;
  if (!view.session && !paysAlone(projection)) {
    if (isFromElsewhere(row)) throw new MedusaError(MedusaError.Types.NOT_FOUND, row.renewal_of ? NO_SESSION : NO_LINK);
    return refuseMoney(projection, "a cart whose payment session was replaced");
  }
  // Another attempt of the session pays; this one was given up and succeeded all the same.
  if (!(await isPaying(projection)))
    return refuseMoney(projection, "a cart that was paid with another payment in the meantime");
  if (row.payment_link_id !== null) return followBalance(projection);
  if (view.payment) return followPayment(projection, view.payment);
  if (!view.session) return false;
  if (view.order?.status === "canceled") return refuseMoney(projection, "a cart whose order was cancelled");
  if (view.order) {
    const waits = view.session.status === PaymentSessionStatus.PENDING_AUTHORIZATION;
    if (row.is_late ? await isPaidOtherwise(projection) : !waits && view.order.isPaid)
      return refuseMoney(projection, "a cart that already has an order");
    if (isHeld(projection) || isGoingBack(projection.operations)) return false;
    if (!waits) return finishCompletion(projection, view.order);
    await authorizePaymentSessionForOrderWorkflow(container).run({ input: { payment_session_id: view.session.id } });
    return true;
  }
  if (isGivenBack(row)) return refuseEmpty(projection);
  if (isGoingBack(projection.operations)) return false;
  // As with a pending payment, the customer may place the order, but the server does not.
  if (isHeld(projection)) return false;
  if (!view.cartId)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The payment session belongs to no cart.");
  await completeCart(container, view.cartId, 0);
  return true;
}

/** Money for what an order still owed. */
async function followBalance(projection: Projection): Promise<boolean> {
  const { view } = projection;
  if (view.payment && view.order?.status === "canceled")
    return view.payment.canceled_at ? false : showHeldMoney(projection);
  if (!view.payment) await takeBalance(projection);
  const outcome = await projectPayable(projection);
  return typeof outcome === "boolean" ? outcome : refuseMoney(projection, outcome.unwanted);
}

/** Two payments of one order are recorded one after the other, so that the second one sees what the first one pays. */
async function takeBalance({ tryLock, view: { order } }: Projection): Promise<void> {
  if (order === null || (await tryLock(`acquiring-balance:${order.id}`))) return;
  throw new MedusaError(MedusaError.Types.CONFLICT, "Another payment of this order is being recorded.");
}

/** An order that waited for a voucher may have been paid again before the voucher was. */
async function isPaidOtherwise(projection: Projection): Promise<boolean> {
  await takeBalance(projection);
  const { order, payment } = await loadMedusaPayment(projection.container, projection.row);
  return order === null || (order.isPaid && payment === null);
}

/** An order without a payment: the process died between the two. A living one has the cart's lease, however slow it is. */
async function finishCompletion(
  { container, ledger, row, view: { cartId } }: Projection,
  order: { readonly created_at: Date },
): Promise<boolean> {
  refuseWithinGrace(ledger, order);
  const lock = cartId === null ? null : await lockCompletion(container, cartId, 0);
  try {
    const { session, payment, order: placed } = await loadMedusaPayment(container, row);
    if (session && placed && !payment) await container.resolve(Modules.PAYMENT).authorizePaymentSession(session.id, {});
    return true;
  } finally {
    await lock?.release();
  }
}

/** A payment without an order: core reverted the completion but not the payment. The cart is completed again. */
async function followPayment(projection: Projection, payment: MedusaPayment): Promise<boolean> {
  const { container, ledger, operations, row, view } = projection;
  // What is not decided yet comes back here later.
  if (payment.canceled_at || isGivenBack(row) || isGoingBack(operations)) return false;
  if (view.order) return view.order.status === "canceled" ? showHeldMoney(projection) : false;
  if (!view.cartId) return false;
  refuseWithinGrace(ledger, payment);
  await completeCart(container, view.cartId, 0);
  return true;
}

/** Core cancels an order even if the gateway refused both the void and the refund. */
async function showHeldMoney({ ledger, row }: Projection): Promise<false> {
  // A refused refund has its own attention item.
  if (await ledger.medusaSync.isRaised(row, "refund_failed")) return false;
  await ledger.medusaSync.raise(row, "late_or_duplicate_payment", STILL_HELD);
  return false;
}

const STILL_HELD =
  "The order was cancelled, but its payment could not be voided or refunded: the money is still held. Void or refund it.";

/** The process that completes the cart, or reverts that, may still run; it has a minute. */
function refuseWithinGrace(ledger: Projection["ledger"], { created_at: at }: { readonly created_at: Date }): void {
  if (at.getTime() + CORE_GRACE_MS <= ledger.now().getTime()) return;
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The cart is being completed.");
}

/** It was refunded outside the store before the order existed: no order is created. */
async function refuseEmpty({ ledger, row }: Projection): Promise<false> {
  const message = "The payment was refunded outside the store before its order was created. No order will be created.";
  await ledger.medusaSync.raise(row, "external_refund", message);
  return false;
}

/** A renewal charged as agreed, or an imported payment, is neither late nor duplicate, so no rule returns it. */
const NO_SESSION = "The payment session of this renewal was deleted; its money stays recorded.";
const NO_LINK = "The payment session of this imported payment was deleted; its money stays recorded.";

const isUnacceptable = ({ row }: Projection): boolean =>
  row.reversal_reason === "three_ds_missing" || row.hold_decision === "rejected";

const isHeld = ({ row }: Projection): boolean => row.held_at !== null && row.hold_decision === null;

/** The gateway still reports an authorisation after our reject: a worker voids it. A capture needs a person. */
async function followReject(projection: Projection): Promise<boolean> {
  const { ledger, row } = projection;
  if (row.hold_decision === "rejected" && row.state === "authorised")
    await ledger.intendReversal(row.id, "held_rejected");
  return followDecline(projection);
}

/** The session was deleted after Medusa's payment had been created from this attempt: the order has its payment. */
const paysAlone = ({ row, view: { order, payment } }: Projection): boolean =>
  order !== null && payment !== null && !payment.canceled_at && payment.data?.order_no === row.order_no;

/** Whether Medusa's payment was created from this attempt or, before there is one, its session points to it. */
async function isPaying({ ledger, row, view }: Projection): Promise<boolean> {
  const named = view.payment?.data?.order_no;
  if (named) return named === row.order_no;
  return (await ledger.attempts.attemptOfSession(row.session_id))?.id === row.id;
}

/** Late or duplicate money: returned by a worker if `lateMoney` is `reverse`, by an admin if `hold`. */
async function refuseMoney({ ledger, row }: Projection, what: string): Promise<false> {
  if (isGivenBack(row)) return false;
  const isReversed = ledger.options.lateMoney === "reverse";
  const advice = isReversed ? "It is being returned automatically." : "Void or refund it (option lateMoney is hold).";
  await ledger.medusaSync.raise(row, "late_or_duplicate_payment", `Money arrived for ${what}. ${advice}`);
  if (isReversed) await ledger.intendReversal(row.id);
  return false;
}

async function stillWaitsInVain({ container, ledger, row }: Projection): Promise<boolean> {
  const [fresh, view] = [await ledger.attempt(row.id), await loadMedusaPayment(container, row)];
  return (
    fresh?.row.state === row.state && waitedInVain({ view }) && (await keptUntil({ container, row, view })) === null
  );
}

/** Cancels only an order that was placed before its payment was decided. */
async function followDecline(projection: Projection): Promise<boolean> {
  const { container, view } = projection;
  if (!waitedInVain(projection) || !view.order) return false;
  // Given up for another method: the order waits for that one.
  if (!(await isPaying(projection)) || (await keptUntil(projection)) !== null) return false;
  // A payment link may have paid the order since, or the voucher itself was paid.
  await takeBalance(projection);
  if (await stillWaitsInVain(projection))
    await cancelOrderWorkflow(container).run({ input: { order_id: view.order.id } });
  return true;
}
