import { capturePaymentWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows";
import type { CreateCaptureDTO, CreateRefundDTO } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { createCurrency } from "../../gateway/model/money";
import { failpoint } from "../../modules/acquiring/runtime/failpoint";
import { isFromDashboard } from "../../modules/acquiring/gate/admin-commands";
import { isReversal } from "../../modules/acquiring/reversals/auto-reversal";
import { isExternal } from "../../modules/acquiring/ledger/external-refunds";
import type { OperationRow } from "../../modules/acquiring/ledger/rows/rows";
import { minorOf } from "../../modules/acquiring/ledger/rows/rows";
import { RECORDING_KEY } from "../../modules/acquiring/medusa-records/medusa-sync-state";
import { captureAmountForMedusa, refundAmountForMedusa } from "./medusa-amount";
import { waitsForChange } from "./credit-lines";
import type { MedusaPayment, Projection } from "./load-medusa-payment";
import { sumOfMedusaRows } from "./load-medusa-payment";
import { CORE_GRACE_MS, finishBookings } from "./order-transactions";
import { findLost, isCaptureOf } from "./lost-rows";
import { refreshCollection, reopenCaptured, showCaptured } from "./refresh-collection";
import { removeOrphans } from "./remove-orphans";
import { reserveOrder } from "./reserve-order";
import { isRefundOf, undoFailedRefunds } from "./undo-refund";

/**
 * Books in Medusa what is proven at the gateway and has no row there: a capture
 * or refund whose answer was lost, a void that a query proved. Each booking is
 * marked with the operation's id, so that a crash between the booking and our
 * note of it cannot book it again. Answers when to look again, if a flow of core's may
 * still be at its own rows.
 */
export async function projectOperations(projection: Projection): Promise<Date | null> {
  const { ledger, operations, row, view } = projection;
  if (!view.payment) return showUnpaid(projection);
  const named = view.payment.data?.order_no;
  if (named && named !== row.order_no) {
    // Medusa's payment is another attempt's: what became of this one's money is no news about that.
    for (const { id } of ledger.recording.unrecorded(operations)) await ledger.recording.markRecorded(id);
    return null;
  }
  const { payment, again: orphansAt } = await removeOrphans(projection, view.payment);
  const again = [orphansAt, await finishBookings(projection, payment), await finishVoid(projection, payment)];
  await recordOutsideCapture(projection, payment);
  await recordOutsideVoid(projection, payment);
  again.push(await undoFailedRefunds(projection, payment));
  const lost = await findLost(projection, payment);
  // Whether another row is one too many is seen with those that were lost.
  if (lost.length > 0) again.push(ledger.now());
  for (const operation of [...ledger.recording.unrecorded(operations), ...lost]) {
    if (operation.kind === "capture") await recordCapture(projection, payment, operation);
    if (operation.kind === "refund") {
      again.push(await recordRefundOnce(projection, payment, operation));
    }
    if (operation.kind === "void") await recordVoid(projection, payment, operation);
  }
  await showCaptured(projection, payment);
  if (view.collectionId) await refreshCollection(projection.container, view.collectionId);
  return earliest(again);
}

const earliest = (dates: readonly (Date | null)[]): Date | null => {
  const times = dates.flatMap((date) => date?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
};

async function recordCapture(projection: Projection, payment: MedusaPayment, operation: OperationRow): Promise<void> {
  const { ledger } = projection;
  if (!payment.captures.some((capture) => isCaptureOf(capture, operation))) {
    // `is_captured` books without calling the provider; its type leaves it out.
    const amount = captureAmountForMedusa(payment, minorOf(operation.amount), createCurrency(operation.currency));
    const input = { payment_id: payment.id, amount, captured_by: operation.id, is_captured: true };
    await reopenCaptured(projection, payment, minorOf(operation.amount));
    await bookCapture(projection, input);
  }
  failpoint("project:after-booking");
  await ledger.recording.markRecorded(operation.id);
}

/**
 * The account captures by itself, or somebody did in the gateway's portal: what was
 * captured beyond our own captures and has no row. Running it again finds the row.
 */
async function recordOutsideCapture(projection: Projection, payment: MedusaPayment): Promise<void> {
  const { row, operations } = projection;
  if (row.state !== "captured") return;
  const currency = createCurrency(row.currency);
  const own = operations.filter(({ kind }) => kind === "capture");
  const settled = own.filter(({ status }) => status === "settled");
  const outside = settled.reduce((left, { amount }) => left - minorOf(amount), minorOf(row.captured));
  const others = payment.captures.filter((capture) => !own.some((operation) => isCaptureOf(capture, operation)));
  const missing = outside - sumOfMedusaRows(others, currency);
  if (missing <= 0n) return;
  const amount = captureAmountForMedusa(payment, missing, currency);
  const input = { payment_id: payment.id, amount, captured_by: row.id, is_captured: true };
  await bookCapture(projection, input);
  failpoint("project:after-booking");
}

/** Core's flows for both write into the order of the payment's collection: not where that is another payment's. */
async function bookCapture({ container, view: { order } }: Projection, input: CreateCaptureDTO): Promise<void> {
  if (order) await capturePaymentWorkflow(container).run({ input });
  else await container.resolve(Modules.PAYMENT).capturePayment(input);
}

type RefundInput = Omit<CreateRefundDTO, "refund_reason_id" | "amount"> & {
  readonly amount: string;
  readonly refund_reason_id?: string;
};

/**
 * Nor is a refund taken off the total of an order that is cancelled or being changed: core would make the row and fail
 * after it. False: the row is made alone, and the order's part is still to be written.
 */
async function bookRefund({ container, view: { order } }: Projection, input: RefundInput): Promise<boolean> {
  const isCores = order && order.status !== "canceled" && !(await waitsForChange(container, order.id, input.amount));
  if (isCores) await refundPaymentWorkflow(container).run({ input });
  else await container.resolve(Modules.PAYMENT).refundPayment(input);
  return isCores ?? true;
}

const isVoidedOutside = ({ row, operations }: Projection): boolean =>
  row.state === "voided" && !operations.some(({ kind, status }) => kind === "void" && status === "settled");

/** Core asks the provider, which answers from the ledger. An open order has nothing that pays for it: a person decides. */
async function recordOutsideVoid(projection: Projection, payment: MedusaPayment): Promise<void> {
  if (!isVoidedOutside(projection)) return;
  if (!payment.canceled_at) await projection.container.resolve(Modules.PAYMENT).cancelPayment(payment.id);
  await showOpenOrder(projection);
}

/**
 * A void of ours whose caller did not live to follow it: Medusa's payment is cancelled, and an order that stays open
 * is shown to a person. Core's own flow, which may still be at it, has a minute for both.
 */
async function finishVoid(projection: Projection, payment: MedusaPayment): Promise<Date | null> {
  const { container, ledger, operations, row, view } = projection;
  const own = operations.find(({ kind, status }) => kind === "void" && status === "settled");
  if (!own || row.state !== "voided") return null;
  const isOrderOpen = view.order !== null && view.order.status !== "canceled";
  if (payment.canceled_at && !isOrderOpen) return null;
  const from = new Date(own.updated_at.getTime() + CORE_GRACE_MS);
  if (from > ledger.now()) return from;
  if (!payment.canceled_at) await container.resolve(Modules.PAYMENT).cancelPayment(payment.id);
  await showOpenOrder(projection);
  return null;
}

async function showOpenOrder({ ledger, row, view, ...rest }: Projection): Promise<void> {
  if (!view.order || view.order.status === "canceled") return;
  // A replaced session: another one pays for the order.
  if (!view.session && !view.payment) return;
  const where = isVoidedOutside({ ledger, row, view, ...rest }) ? " outside the store" : "";
  const message = `The reservation was given back${where}, and its order is open: nothing pays for it.`;
  await ledger.recording.raise(row, "voided_elsewhere", message);
}

/** Medusa has no payment to follow with: what was done outside the store is shown to a person. */
async function showUnpaid(projection: Projection): Promise<null> {
  const { ledger, operations, row, view } = projection;
  if (isVoidedOutside(projection)) await showOpenOrder(projection);
  // A payment may still come where the session may still be completed.
  if (view.session && row.reversal_reason === null) return null;
  const unrecorded = ledger.recording.unrecorded(operations);
  // Left open, a refund of what pays for nothing would block the next one for good.
  const own = unrecorded.filter((operation) => isFromDashboard(operation) || isReversal(operation));
  for (const { id } of own) await ledger.recording.markRecorded(id);
  const refunds = unrecorded.filter(isExternal);
  if (refunds.length === 0) return null;
  const message =
    "A refund was made outside the store, and Medusa has no payment to record it on. Nothing is left to do.";
  await ledger.recording.raise(row, "refund_elsewhere", message);
  for (const { id } of refunds) await ledger.recording.markRecorded(id);
  return null;
}

/** Answers when to go on: another refund is being recorded in the order, or its part of this one is still to be written. */
async function recordRefundOnce(
  projection: Projection,
  payment: MedusaPayment,
  operation: OperationRow,
): Promise<Date | null> {
  const later = await reserveOrder(projection);
  if (later !== null) return later;
  // Its transaction is written next time, when the row is there to be read.
  return (await recordRefund(projection, payment, operation)) ? null : projection.ledger.now();
}

/** False: the order's part of it is still to be written. */
async function recordRefund(projection: Projection, payment: MedusaPayment, operation: OperationRow): Promise<boolean> {
  const { ledger, row } = projection;
  const isOutside = isExternal(operation);
  if (payment.refunds.some((refund) => isRefundOf(refund, operation))) {
    await ledger.recording.markRecorded(operation.id);
    if (isOutside) await ledger.recording.clear(row, "refund_elsewhere");
    return true;
  }
  // `metadata` comes to the refund row, its type leaves it out.
  const input = {
    payment_id: payment.id,
    amount: refundAmountForMedusa(payment, minorOf(operation.amount), createCurrency(operation.currency)),
    ...(await wordsOf(projection, operation)),
    metadata: { [RECORDING_KEY]: operation.id },
  };
  const isWhole = await bookRefund(projection, input);
  failpoint("project:after-booking");
  if (isOutside) await ledger.recording.clear(row, "refund_elsewhere");
  return isWhole;
}

interface Words {
  readonly note?: string;
  readonly created_by?: string;
  readonly refund_reason_id?: string;
}

/** What stands beside the refund in Medusa: the admin's own words, or where it comes from. */
async function wordsOf({ container, ledger }: Projection, operation: OperationRow): Promise<Words> {
  if (isExternal(operation)) return { note: MADE_OUTSIDE };
  if (!isFromDashboard(operation)) return { note: PROVEN_LATE };
  const { note, actorId, reasonId } = await ledger.recording.wishOf(operation);
  // A reason that was deleted meanwhile must not keep the refund out of the books.
  const [reason] = reasonId ? await container.resolve(Modules.PAYMENT).listRefundReasons({ id: [reasonId] }) : [];
  return {
    ...(note === null ? {} : { note }),
    ...(actorId === null ? {} : { created_by: actorId }),
    ...(reason ? { refund_reason_id: reason.id } : {}),
  };
}

const PROVEN_LATE = "The gateway proved this refund after its answer had been lost.";
const MADE_OUTSIDE = "This refund was made outside the store, at the gateway.";

/** Core asks the provider to cancel, which answers from the ledger, and marks its payment as cancelled. */
async function recordVoid(
  { container, ledger }: Projection,
  payment: MedusaPayment,
  operation: OperationRow,
): Promise<void> {
  if (!payment.canceled_at) await container.resolve(Modules.PAYMENT).cancelPayment(payment.id);
  failpoint("project:after-booking");
  await ledger.recording.markRecorded(operation.id);
}
