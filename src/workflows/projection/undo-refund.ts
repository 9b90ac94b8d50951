import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createCurrency, fromMedusa } from "../../gateway/money";
import type { OperationRow } from "../../modules/acquiring/ledger/rows";
import { RECORDING_KEY } from "../../modules/acquiring/recording";
import type { MedusaPayment, MedusaRefund, Projection } from "./medusa-view";
import { refundTransactionOf } from "./order-transactions";
import { refreshCollection } from "./refresh-collection";

/**
 * Takes back in Medusa a refund that the bank refused after it had been accepted:
 * the order's transaction, the credit line by which core lowered the order's total,
 * and the refund's row, so that the amount can be refunded again. Each part looks
 * whether it is done already, and the row goes last, so that a crash leaves enough
 * to go on from.
 */
export async function undoFailedRefunds(projection: Projection, payment: MedusaPayment): Promise<void> {
  const { container, ledger, operations, view } = projection;
  const failed = operations.filter(({ kind, status, booked }) => kind === "refund" && status === "declined" && booked);
  if (failed.length === 0) return;
  for (const operation of failed) {
    const refund = payment.refunds.find((known) => isRefundOf(known, operation));
    if (refund) await undo(projection, payment, { refund, operation });
  }
  if (view.collectionId) await refreshCollection(container, view.collectionId);
  for (const { id } of failed) await ledger.recording.markUnrecorded(id);
}

/** Is this Medusa's row for the operation? */
export const isRefundOf = (refund: MedusaRefund, operation: OperationRow): boolean =>
  refund.id === operation.idempotency_key || refund.metadata?.[RECORDING_KEY] === operation.id;

interface Undone {
  readonly refund: MedusaRefund;
  readonly operation: OperationRow;
}

async function undo(projection: Projection, payment: MedusaPayment, { refund, operation }: Undone): Promise<void> {
  const { container, view } = projection;
  if (view.order) {
    const currency = createCurrency(projection.row.currency);
    const named = { id: refund.id, paymentId: payment.id, amount: refund.raw_amount.value, currency };
    const transaction = await refundTransactionOf(container, view.order.id, named);
    if (transaction !== null) await container.resolve(Modules.ORDER).deleteOrderTransactions([transaction]);
    await takeCreditBack(projection, payment, { refund, operation });
  }
  await container.resolve(Modules.PAYMENT).deleteRefunds([refund.id]);
}

/** Our own credit line, which takes the refund's back, carries the operation's id. */
const TAKEN_BACK = "acquiring_refund_failed";
/** Core's workflow for the credit line of a refund; it is registered and not exported. */
const CREDIT_LINES = "create-order-refund-credit-lines";

async function takeCreditBack(
  { container, ledger, row, view }: Projection,
  payment: MedusaPayment,
  { refund, operation }: Undone,
): Promise<void> {
  if (!view.order) return;
  const currency = createCurrency(row.currency);
  const order = await orderOf(container, view.order.id);
  if (order.credit_lines.some(({ reference_id: id }) => id === operation.id)) return;
  const later = payment.refunds.filter(({ created_at: at }) => at > refund.created_at).map(({ created_at: at }) => at);
  const until = later.length > 0 ? Math.min(...later.map((at) => at.getTime())) : Number.POSITIVE_INFINITY;
  const refunded = fromMedusa(refund.raw_amount.value, currency).minor;
  // Core names no refund in its credit line: it is the one that was made with this refund and before the next.
  const line = order.credit_lines.find(({ created_at: at, raw_amount: { value } }) => {
    const isBetween = at >= refund.created_at && at.getTime() < until;
    return isBetween && !value.startsWith("-") && fromMedusa(value, currency).minor <= refunded;
  });
  // Nothing was credited: the shop owed the amount before, and owes it again.
  if (!line) return;
  if (view.order.status === "canceled") return tellCancelled(ledger, row);
  await container.resolve(Modules.WORKFLOW_ENGINE).run(CREDIT_LINES, {
    input: {
      order_id: order.id,
      amount: `-${line.raw_amount.value}`,
      reference: TAKEN_BACK,
      referenceId: operation.id,
    },
  });
}

async function tellCancelled(ledger: Projection["ledger"], row: Projection["row"]): Promise<void> {
  const message =
    "The bank refused a refund that had been accepted. The amount can be refunded again. The order is cancelled, so its total in Medusa still counts the refund as credit.";
  await ledger.recording.raise(row, "refund_failed", message);
}

const Order = z.object({
  id: z.string(),
  credit_lines: z
    .array(
      z.object({
        reference_id: z.string().nullish(),
        created_at: z.coerce.date(),
        raw_amount: z.object({ value: z.union([z.string(), z.number()]).transform(String) }),
      }),
    )
    .nullish()
    .transform((lines) => lines ?? []),
});

async function orderOf(container: MedusaContainer, id: string): Promise<z.infer<typeof Order>> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "credit_lines.*"],
    filters: { id },
  });
  return Order.parse(data[0]);
}
