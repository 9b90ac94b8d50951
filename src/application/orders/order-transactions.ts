import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { MedusaContainer } from "@medusajs/framework/types";
import { z } from "@medusajs/framework/zod";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { OperationRow } from "../../modules/acquiring";
import { OPERATION_ID_KEY, minorOf } from "../../modules/acquiring";
import { closeStaleOrderChange } from "./close-stale-order-change";
import { CHANGE_LOOK_MS, creditRefund } from "./credit-lines";
import type { MedusaPayment, Projection } from "./load-medusa-payment";
import { sumOfMedusaRows } from "./load-medusa-payment";
import { refreshCollection } from "./refresh-collection";
import { lockSums, reserveOrder } from "./reserve-order";

/**
 * Completes what Medusa keeps beside a capture's or refund's own row: the order transaction, a refund's credit line and
 * the payment collection's sums. Core writes them one after another, so a crash or an open order change leaves some
 * missing; they are added here for rows that the ledger confirms.
 */

/** Time that core's own flow has to write its remaining rows; after that its process counts as dead. Our choice. */
export const CORE_GRACE_MS = 60_000;

interface RecordedRow {
  readonly reference: "capture" | "refund";
  readonly id: string;
  /** The row's own text in major units, positive: Medusa's sums only add up with its own decimals. */
  readonly amount: string;
  /** Earliest time (ms since 1970) to write the missing rows here. */
  readonly from: number;
}

/**
 * Writes what is missing. Returns when to retry (core's flow may be running, or the order has an open change), or null.
 * The transaction comes last: it implies that the credit line exists.
 */
export async function finishMedusaRows(projection: Projection, payment: MedusaPayment): Promise<Date | null> {
  const { container, ledger, view } = projection;
  const recorded = recordedRows(projection, payment);
  if (!view.order || recorded.length === 0) return null;
  const orders = container.resolve(Modules.ORDER);
  const orderId = view.order.id;
  if (recorded.some(({ reference }) => reference === "refund")) await closeStaleOrderChange(container, orderId);
  const missing = missingTransactions(recorded, await transactionsOf(container, orderId), {
    paymentId: payment.id,
    currency: createCurrency(projection.row.currency),
  });
  const now = ledger.now().getTime();
  const due = missing.filter(({ from }) => from <= now);
  const waiting = missing.filter(({ from }) => from > now).map(({ from }) => from);
  const isCredited = view.order.status !== "canceled";
  const busy = due.length > 0 ? await lockSums(projection) : null;
  if (busy !== null) return busy;
  const later = due.some(({ reference }) => reference === "refund") ? await reserveOrder(projection) : null;
  if (later !== null) waiting.push(later.getTime());
  for (const { reference, id, amount } of due) {
    if (reference === "refund" && later !== null) continue;
    if (reference === "refund" && isCredited && !(await creditRefund(container, orderId, { id, amount }))) {
      waiting.push(now + CHANGE_LOOK_MS);
      continue;
    }
    await orders.addOrderTransactions({
      order_id: orderId,
      amount: reference === "refund" ? `-${amount}` : amount,
      currency_code: projection.row.currency.toLowerCase(),
      reference,
      reference_id: id,
    });
  }
  if (due.length > 0 && view.collectionId) await refreshCollection(container, view.collectionId);
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : null;
}

const Transactions = z.array(
  z.object({
    id: z.string(),
    reference: z.string().nullish(),
    reference_id: z.string().nullish(),
    created_at: z.coerce.date(),
    raw_amount: z.object({ value: z.union([z.string(), z.number()]).transform(String) }),
  }),
);
export type Transaction = z.infer<typeof Transactions>[number];

export async function transactionsOf(container: MedusaContainer, orderId: string): Promise<Transaction[]> {
  const fields = { select: ["id", "reference", "reference_id", "created_at", "raw_amount"] };
  return Transactions.parse(
    await container.resolve(Modules.ORDER).listOrderTransactions({ order_id: orderId }, fields),
  );
}

/** Core reduces only the sums of the transaction's order version, so it is moved to the latest version. */
const TO_LAST_VERSION = `
  UPDATE order_transaction SET version = placed.version FROM "order" AS placed
  WHERE placed.id = order_transaction.order_id AND order_transaction.id = ANY(?) AND order_transaction.version < placed.version`;

export async function deleteTransactions(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw(TO_LAST_VERSION, [[...ids]]);
  await container.resolve(Modules.ORDER).deleteOrderTransactions([...ids]);
}

/** When core cancels an order, its refund transactions name the payment; each stands for one refund of its amount. */
export function missingTransactions(
  recorded: readonly RecordedRow[],
  there: readonly Transaction[],
  { paymentId, currency }: { readonly paymentId: string; readonly currency: CurrencyCode },
): RecordedRow[] {
  const ofPayment = there.filter(({ reference, reference_id: of }) => reference === "refund" && of === paymentId);
  return recorded.filter((row) => {
    if (there.some(({ reference_id: of }) => of === row.id)) return false;
    const index =
      row.reference === "refund" ? ofPayment.findIndex((each) => isOfAmount(each, row.amount, currency)) : -1;
    if (index < 0) return true;
    ofPayment.splice(index, 1);
    return false;
  });
}

/** `amount`: Medusa's text in major units. */
export const isOfAmount = (
  { raw_amount: { value } }: Pick<Transaction, "raw_amount">,
  amount: string,
  currency: CurrencyCode,
): boolean => fromMedusa(value.replace(/^-/, ""), currency).minor === fromMedusa(amount, currency).minor;

export async function refundTransactionOf(
  container: MedusaContainer,
  orderId: string,
  refund: {
    readonly id: string;
    readonly paymentId: string;
    readonly amount: string;
    readonly currency: CurrencyCode;
  },
): Promise<string | null> {
  const there = await transactionsOf(container, orderId);
  const own = there.find(({ reference_id: of }) => of === refund.id);
  const ofPayment = there.find(
    (transaction) =>
      transaction.reference === "refund" &&
      transaction.reference_id === refund.paymentId &&
      isOfAmount(transaction, refund.amount, refund.currency),
  );
  return (own ?? ofPayment)?.id ?? null;
}

/** Rows of our own projection immediately, since it runs alone; core's after `CORE_GRACE_MS`. */
export function recordedRows(
  { row, operations }: Pick<Projection, "row" | "operations">,
  { captures, refunds }: MedusaPayment,
): RecordedRow[] {
  // An automatic capture is written by core while it completes the cart: it has no operation.
  const isWhole = sumOfMedusaRows(captures, createCurrency(row.currency)) <= minorOf(row.captured);
  const rowOf = (
    reference: RecordedRow["reference"],
    { id, created_at: at, raw_amount: { value } }: MedusaPayment["captures"][number],
    isOurs: boolean,
  ): RecordedRow[] => {
    const own = operations.find((known) => known.kind === reference && known.idempotency_key === id);
    // Without a cart, core creates the capture of a payment that is already captured while our projection runs.
    const hasNoCart = row.renewal_of !== null || row.payment_link_id !== null;
    const isOfProjection = hasNoCart && row.state === "captured" && !own;
    if (isOurs || isOfProjection) return [{ reference, id, amount: value, from: 0 }];
    const isAtOnce = !own && reference === "capture" && isWhole;
    const end = own && isProven(own) ? own.updated_at : isAtOnce ? at : null;
    return end === null ? [] : [{ reference, id, amount: value, from: end.getTime() + CORE_GRACE_MS }];
  };
  // A refund that was refused later is reverted, not completed.
  const names = (by: unknown): boolean =>
    by === row.id || operations.some(({ id, status }) => id === by && status !== "declined");
  return [
    ...captures.flatMap((capture) => rowOf("capture", capture, names(capture.created_by))),
    ...refunds.flatMap((refund) => rowOf("refund", refund, names(refund.metadata?.[OPERATION_ID_KEY]))),
  ];
}

const isProven = ({ status }: OperationRow): boolean => status === "settled" || status === "pending";
