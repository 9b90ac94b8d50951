import { Modules } from "@medusajs/framework/utils";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { OperationRow } from "../../modules/acquiring";
import { OPERATION_ID_KEY } from "../../modules/acquiring";
import type { CreditLine } from "./credit-lines";
import { addCreditLine, CHANGE_LOOK_MS, creditLinesOf, isChanging } from "./credit-lines";
import type { MedusaPayment, MedusaRefund, Projection } from "./load-medusa-payment";
import { deleteTransactions, refundTransactionOf } from "./order-transactions";
import { refreshCollection } from "./refresh-collection";
import { lockSums, reserveOrder } from "./reserve-order";

/**
 * Reverts in Medusa a refund that the bank refused after accepting it: the order transaction, the credit line and the
 * refund's row, so that the amount can be refunded again. Each part checks whether it is done, and the row is last, so
 * that a crash leaves enough to continue. All of it waits while the order has an open change. Returns when to retry, or
 * null.
 */
export async function undoFailedRefunds(projection: Projection, payment: MedusaPayment): Promise<Date | null> {
  const { container, ledger, operations, view } = projection;
  const failed = operations.filter(
    ({ kind, status, recorded_in_medusa }) => kind === "refund" && status === "declined" && recorded_in_medusa,
  );
  if (failed.length === 0) return null;
  const later = (await lockSums(projection)) ?? (await reserveOrder(projection));
  if (later !== null) return later;
  let again: Date | null = null;
  const undone: OperationRow[] = [];
  for (const operation of failed) {
    const refund = payment.refunds.find((known) => isRefundOf(known, operation));
    if (!refund || (await undo(projection, payment, { refund, operation }))) undone.push(operation);
    else again = new Date(ledger.now().getTime() + CHANGE_LOOK_MS);
  }
  if (view.collectionId) await refreshCollection(container, view.collectionId);
  for (const { id } of undone) await ledger.medusaSync.markUnrecorded(id);
  return again;
}

export const isRefundOf = (refund: MedusaRefund, operation: OperationRow): boolean =>
  refund.id === operation.idempotency_key || refund.metadata?.[OPERATION_ID_KEY] === operation.id;

interface Undone {
  readonly refund: MedusaRefund;
  readonly operation: OperationRow;
}

/** False if the order has an open change, which its total has to wait for. */
async function undo(projection: Projection, payment: MedusaPayment, undone: Undone): Promise<boolean> {
  const { refund, operation } = undone;
  const { container, ledger, row, view } = projection;
  if (view.order) {
    const orderId = view.order.id;
    const isCancelled = view.order.status === "canceled";
    const line = await creditOf(projection, payment, { ...undone, orderId });
    if (line && !isCancelled && (await isChanging(container, orderId))) return false;
    const currency = createCurrency(row.currency);
    const named = { id: refund.id, paymentId: payment.id, amount: refund.raw_amount.value, currency };
    const transaction = await refundTransactionOf(container, orderId, named);
    if (transaction !== null) await deleteTransactions(container, [transaction]);
    if (line && isCancelled) await tellCancelled(ledger, row);
    else if (line) {
      const back = { amount: `-${line.raw_amount.value}`, reference: TAKEN_BACK, referenceId: operation.id };
      await addCreditLine(container, orderId, back);
    }
  }
  await container.resolve(Modules.PAYMENT).deleteRefunds([refund.id]);
  return true;
}

/** Reference of our credit line that reverts the refund's; it carries the operation's ID. */
const TAKEN_BACK = "acquiring_refund_failed";

async function creditOf(
  { container, operations, row }: Projection,
  payment: MedusaPayment,
  { orderId, refund, operation }: Undone & { readonly orderId: string },
): Promise<CreditLine | null> {
  const lines = await creditLinesOf(container, orderId);
  if (lines.some(({ reference_id: id }) => id === operation.id)) return null;
  const own = lines.find(({ reference_id: id }) => id === refund.id);
  if (own) return own;
  const currency = createCurrency(row.currency);
  // A reverted refund still has its operation but no row. A row of ours may be younger than operations sent after it.
  const isLater = (at: Date): boolean => at > refund.created_at;
  const later = [
    ...payment.refunds.flatMap(({ created_at: at }) => (isLater(at) ? at : [])),
    ...operations.flatMap(({ kind, sent_at: at }) =>
      kind === "refund" && at > operation.sent_at && isLater(at) ? at : [],
    ),
  ];
  const until = Math.min(Number.POSITIVE_INFINITY, ...later.map((at) => at.getTime()));
  const refunded = fromMedusa(refund.raw_amount.value, currency).minor;
  const others = new Set(payment.refunds.map(({ id }) => id));
  // Core's credit line names no refund: it is the one created between this refund and the next, if any was needed.
  const line = lines.find(({ made_at: at, reference_id: of, raw_amount: { value } }) => {
    const isBetween = at >= refund.created_at && at.getTime() < until && !others.has(of ?? "");
    return isBetween && !value.startsWith("-") && fromMedusa(value, currency).minor <= refunded;
  });
  return line ?? null;
}

async function tellCancelled(ledger: Projection["ledger"], row: Projection["row"]): Promise<void> {
  const message =
    "The bank refused a refund that had been accepted. The amount can be refunded again. The order is cancelled, so its total in Medusa still counts the refund as credit.";
  await ledger.medusaSync.raise(row, "refund_failed", message);
}
