import { capturePaymentWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows";
import type { CreateCaptureDTO, CreateRefundDTO } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { createCurrency } from "../../gateway/model/money";
import { reasonIdFor, reasonNamed } from "../refund-reasons/refund-reasons";
import type { OperationRow } from "../../modules/acquiring";
import {
  OPERATION_ID_KEY,
  failpoint,
  isExternal,
  isFromDashboard,
  isReversal,
  keepCaptureCreators,
  minorOf,
} from "../../modules/acquiring";
import { captureAmountForMedusa, refundAmountForMedusa } from "./medusa-amount";
import { waitsForChange } from "./credit-lines";
import type { MedusaPayment, Projection } from "./load-medusa-payment";
import { sumOfMedusaRows } from "./load-medusa-payment";
import { CORE_GRACE_MS, finishMedusaRows } from "./order-transactions";
import { findLost, isCaptureOf } from "./lost-rows";
import { refreshCollection, reopenCaptured, showCaptured } from "./refresh-collection";
import { removeOrphans } from "./remove-orphans";
import { lockSums, reserveOrder } from "./reserve-order";
import { isRefundOf, undoFailedRefunds } from "./undo-refund";

/**
 * Records in Medusa the operations that are proven at the gateway and have no row there: a capture or refund whose
 * answer was lost, a void proven by a query. Each row carries the operation's ID, so that a crash cannot record it
 * twice. Returns when to retry if a flow of core's may still be writing its own rows.
 */
export async function projectOperations(projection: Projection): Promise<Date | null> {
  const { ledger, operations, row, view } = projection;
  if (!view.payment) return showUnpaid(projection);
  const named = view.payment.data?.order_no;
  if (named && named !== row.order_no) {
    // Medusa's payment belongs to another attempt, so this attempt's operations do not apply to it.
    for (const { id } of ledger.medusaSync.unrecorded(operations)) await ledger.medusaSync.markRecorded(id);
    return null;
  }
  const { payment, again: orphansAt } = await removeOrphans(projection, view.payment);
  const again = [orphansAt, await finishMedusaRows(projection, payment), await finishVoid(projection, payment)];
  const busy = await recordOutsideCapture(projection, payment);
  // Core refuses refunds of what is not captured yet.
  if (busy !== null) return earliest([...again, busy]);
  await recordOutsideVoid(projection, payment);
  again.push(await undoFailedRefunds(projection, payment));
  const lost = await findLost(projection, payment);
  // Surplus rows can only be judged once the lost ones are recorded.
  if (lost.length > 0) again.push(ledger.now());
  for (const operation of [...ledger.medusaSync.unrecorded(operations), ...lost]) {
    if (operation.kind === "capture") {
      const later = await recordCapture(projection, payment, operation);
      again.push(later);
      if (later !== null) break;
    }
    if (operation.kind === "refund") {
      again.push(await recordRefundOnce(projection, payment, operation));
    }
    if (operation.kind === "void") await recordVoid(projection, payment, operation);
  }
  await showCaptured(projection, payment);
  if (view.collectionId) again.push(await refreshCollection(projection.container, view.collectionId));
  return earliest(again);
}

const earliest = (dates: readonly (Date | null)[]): Date | null => {
  const times = dates.flatMap((date) => date?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
};

/** Returns when to continue: sums of the order are being changed for another payment. */
async function recordCapture(
  projection: Projection,
  payment: MedusaPayment,
  operation: OperationRow,
): Promise<Date | null> {
  const { ledger } = projection;
  if (!payment.captures.some((capture) => isCaptureOf(capture, operation))) {
    // `is_captured` records without calling the provider; the type omits it.
    const amount = captureAmountForMedusa(payment, minorOf(operation.amount), createCurrency(operation.currency));
    const input = { payment_id: payment.id, amount, captured_by: operation.id, is_captured: true };
    const busy = await lockSums(projection);
    if (busy !== null) return busy;
    await reopenCaptured(projection, payment, minorOf(operation.amount));
    await addCaptureRow(projection, input);
  }
  failpoint("project:after-recording");
  await ledger.medusaSync.markRecorded(operation.id);
  return null;
}

/** Records captures made outside of the store: automatically, or in the gateway's portal. Idempotent. */
async function recordOutsideCapture(projection: Projection, payment: MedusaPayment): Promise<Date | null> {
  const { row, operations } = projection;
  if (row.state !== "captured") return null;
  const currency = createCurrency(row.currency);
  const own = operations.filter(({ kind }) => kind === "capture");
  const settled = own.filter(({ status }) => status === "settled");
  const outside = settled.reduce((left, { amount }) => left - minorOf(amount), minorOf(row.captured));
  const others = payment.captures.filter((capture) => !own.some((operation) => isCaptureOf(capture, operation)));
  const missing = outside - sumOfMedusaRows(others, currency);
  if (missing <= 0n) return null;
  const busy = await lockSums(projection);
  if (busy !== null) return busy;
  const amount = captureAmountForMedusa(payment, missing, currency);
  const input = { payment_id: payment.id, amount, captured_by: row.id, is_captured: true };
  await addCaptureRow(projection, input);
  failpoint("project:after-recording");
  return null;
}

/** Core's flows write to the order of the payment's collection; skipped if another payment pays for it. */
async function addCaptureRow({ container, view: { order } }: Projection, input: CreateCaptureDTO): Promise<void> {
  // A command of the command line opens a store without starting it.
  keepCaptureCreators();
  if (order) await capturePaymentWorkflow(container).run({ input });
  else await container.resolve(Modules.PAYMENT).capturePayment(input);
}

type RefundInput = Omit<CreateRefundDTO, "refund_reason_id" | "amount"> & {
  readonly amount: string;
  readonly refund_reason_id?: string;
};

/** On a cancelled or changing order core would fail after the row; then only the row is written, and false returned. */
async function addRefundRow({ container, view: { order } }: Projection, input: RefundInput): Promise<boolean> {
  const isCores = order && order.status !== "canceled" && !(await waitsForChange(container, order.id, input.amount));
  if (isCores) await refundPaymentWorkflow(container).run({ input });
  else await container.resolve(Modules.PAYMENT).refundPayment(input);
  return isCores ?? true;
}

const isVoidedOutside = ({ row, operations }: Projection): boolean =>
  row.state === "voided" && !operations.some(({ kind, status }) => kind === "void" && status === "settled");

/** Core calls the provider, which answers from the ledger. An open order then lacks a payment: manual review. */
async function recordOutsideVoid(projection: Projection, payment: MedusaPayment): Promise<void> {
  if (!isVoidedOutside(projection)) return;
  if (!payment.canceled_at) await projection.container.resolve(Modules.PAYMENT).cancelPayment(payment.id);
  await showOpenOrder(projection);
}

/** A void whose caller died: cancels Medusa's payment and reports an open order. Core's flow has a minute first. */
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
  const message = `The authorisation was voided${where}, but its order is still open and has no payment.`;
  await ledger.medusaSync.raise(row, "external_void", message);
}

/** Without a Medusa payment to update, an operation done outside the store is shown in the attention queue. */
async function showUnpaid(projection: Projection): Promise<null> {
  const { ledger, operations, row, view } = projection;
  if (isVoidedOutside(projection)) await showOpenOrder(projection);
  // While the session can still be completed, a payment may still be created.
  if (view.session && row.reversal_reason === null) return null;
  const unrecorded = ledger.medusaSync.unrecorded(operations);
  // Left open, a refund without a Medusa payment would block the next refund for good.
  const own = unrecorded.filter((operation) => isFromDashboard(operation) || isReversal(operation));
  for (const { id } of own) await ledger.medusaSync.markRecorded(id);
  const refunds = unrecorded.filter(isExternal);
  if (refunds.length === 0) return null;
  const message = "A refund was made outside the store. Medusa has no payment to record it on. No action is needed.";
  await ledger.medusaSync.raise(row, "external_refund", message);
  for (const { id } of refunds) await ledger.medusaSync.markRecorded(id);
  return null;
}

/** Returns when to continue: another refund is being recorded, or the order's part of this one is still missing. */
async function recordRefundOnce(
  projection: Projection,
  payment: MedusaPayment,
  operation: OperationRow,
): Promise<Date | null> {
  const later = (await lockSums(projection)) ?? (await reserveOrder(projection));
  if (later !== null) return later;
  // The transaction is written by the next run, which reads the new row.
  return (await recordRefund(projection, payment, operation)) ? null : projection.ledger.now();
}

async function recordRefund(projection: Projection, payment: MedusaPayment, operation: OperationRow): Promise<boolean> {
  const { ledger, row } = projection;
  const isOutside = isExternal(operation);
  if (payment.refunds.some((refund) => isRefundOf(refund, operation))) {
    await ledger.medusaSync.markRecorded(operation.id);
    if (isOutside) await ledger.medusaSync.clear(row, "external_refund");
    return true;
  }
  // `metadata` reaches the refund row although the type omits it.
  const input = {
    payment_id: payment.id,
    amount: refundAmountForMedusa(payment, minorOf(operation.amount), createCurrency(operation.currency)),
    ...(await wordsOf(projection, operation)),
    metadata: { [OPERATION_ID_KEY]: operation.id },
  };
  // Core calls our provider for this row, which sends nothing and marks the operation as recorded (`claimRefund`).
  const isWhole = await addRefundRow(projection, input);
  failpoint("project:after-recording");
  if (isOutside) await ledger.medusaSync.clear(row, "external_refund");
  return isWhole;
}

interface Words {
  readonly note?: string;
  readonly created_by?: string;
  readonly refund_reason_id?: string;
}

async function wordsOf({ container, ledger }: Projection, operation: OperationRow): Promise<Words> {
  if (isExternal(operation)) return wordsOfOutside(container, operation.result_message);
  const { note: given, actorId, reasonId } = await ledger.medusaSync.refundRequestOf(operation);
  const note = isFromDashboard(operation) ? given : [given, PROVEN_LATE].flatMap((text) => text ?? []).join(" ");
  // A reason deleted in the meantime must not keep the refund from being recorded.
  const [reason] = reasonId ? await container.resolve(Modules.PAYMENT).listRefundReasons({ id: [reasonId] }) : [];
  return {
    ...(note === null ? {} : { note }),
    ...(actorId === null ? {} : { created_by: actorId }),
    ...(reason ? { refund_reason_id: reason.id } : {}),
  };
}

/** `text`: the reason that the gateway reports. A text that none of the store's reasons has is kept in the note. */
async function wordsOfOutside(container: Projection["container"], text: string | null): Promise<Words> {
  const named = text === null ? null : await reasonNamed(container, text);
  const reasonId = named ?? (await reasonIdFor(container, "gateway"));
  return {
    note: text === null || named !== null ? MADE_OUTSIDE : `${MADE_OUTSIDE} ${text}`,
    ...(reasonId === null ? {} : { refund_reason_id: reasonId }),
  };
}

const PROVEN_LATE = "The gateway confirmed this refund after its answer had been lost.";
const MADE_OUTSIDE = "This refund was made outside the store, at the gateway.";

/** Core calls the provider, which answers from the ledger, and marks its payment as cancelled. */
async function recordVoid(
  { container, ledger }: Projection,
  payment: MedusaPayment,
  operation: OperationRow,
): Promise<void> {
  if (!payment.canceled_at) await container.resolve(Modules.PAYMENT).cancelPayment(payment.id);
  failpoint("project:after-recording");
  await ledger.medusaSync.markRecorded(operation.id);
}
