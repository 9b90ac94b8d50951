import { Modules } from "@medusajs/framework/utils";
import type { OperationRow } from "../../modules/acquiring/ledger/rows";
import { RECORDING_KEY } from "../../modules/acquiring/recording";
import type { MedusaPayment, MedusaRefund, Projection } from "./medusa-view";
import type { Transaction } from "./order-transactions";
import { CORE_GRACE_MS, isOfAmount, refreshCollection, transactionsOf } from "./order-transactions";

/**
 * Takes away rows of Medusa's for what never happened. Core writes a capture's or
 * refund's row before it asks the provider and takes it back when that throws: a
 * process that dies in between leaves it. And core's cancelling of an order writes
 * a refund's transaction even when the refund was refused. Rows that may still be
 * in use are left alone. Answers when to look again, or null.
 */

/** A row that the ledger knows no operation of: its process is dead after the longest wait for a lock and an answer. Our choice. */
const NEVER_BEGUN_AFTER_MS = 600_000;

export async function removeOrphans(projection: Projection, payment: MedusaPayment): Promise<Date | null> {
  const { container, ledger, operations, view } = projection;
  const now = ledger.now().getTime();
  const payments = container.resolve(Modules.PAYMENT);
  const captures = orphansOf("capture", projection, payment.captures);
  const refunds = orphansOf("refund", projection, payment.refunds);
  const isDue = ({ from }: Orphan): boolean => from <= now;
  const [deadCaptures, deadRefunds] = [captures.filter(isDue), refunds.filter(isDue)];
  if (deadCaptures.length > 0) await payments.deleteCaptures(deadCaptures.map(({ id }) => id));
  if (deadRefunds.length > 0) await payments.deleteRefunds(deadRefunds.map(({ id }) => id));
  const isChanged = deadCaptures.length > 0 || deadRefunds.length > 0;
  if (isChanged && view.session) await refreshCollection(container, view.session.payment_collection_id);
  const gone = new Set([...deadCaptures, ...deadRefunds].map(({ id }) => id));
  const left = {
    ...payment,
    captures: payment.captures.filter(({ id }) => !gone.has(id)),
    refunds: payment.refunds.filter(({ id }) => !gone.has(id)),
  };
  const transactions = view.order ? await transactionsOf(container, view.order.id) : [];
  const stray = strayOf(transactions, left, operations);
  const deadTransactions = stray.filter(isDue).map(({ id }) => id);
  if (deadTransactions.length > 0) await container.resolve(Modules.ORDER).deleteOrderTransactions(deadTransactions);
  const waiting = [...captures, ...refunds, ...stray].filter(({ from }) => from > now).map(({ from }) => from);
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : null;
}

interface Orphan {
  readonly id: string;
  /** From when on it may be taken away, in ms since 1970. */
  readonly from: number;
}

type Row = MedusaPayment["captures"][number] & Partial<Pick<MedusaRefund, "metadata">>;

/** Rows that a caller of core's made and whose operation is proven not to have happened, or never began. */
function orphansOf(kind: "capture" | "refund", { row, operations }: Projection, rows: readonly Row[]): Orphan[] {
  const isRecorded = ({ created_by: by, metadata }: Row): boolean =>
    by === row.id || operations.some(({ id }) => id === by || id === metadata?.[RECORDING_KEY]);
  return rows.flatMap((each) => {
    const operation = operations.find((known) => known.kind === kind && known.idempotency_key === each.id);
    if (operation) return hasFailed(operation) ? [{ id: each.id, from: endOf(operation) }] : [];
    return isRecorded(each) ? [] : [{ id: each.id, from: each.created_at.getTime() + NEVER_BEGUN_AFTER_MS }];
  });
}

/** A refund that was accepted first has more than its row to take back; see `undoFailedRefunds`. */
const hasFailed = ({ status, booked }: OperationRow): boolean =>
  !booked && (status === "declined" || status === "not_sent");

/** Core takes its row back by itself once the provider has thrown. */
const endOf = ({ updated_at: at }: OperationRow): number => at.getTime() + CORE_GRACE_MS;

/** Transactions of this payment that no capture or refund stands behind. */
function strayOf(
  transactions: readonly Transaction[],
  { id: paymentId, captures, refunds }: MedusaPayment,
  operations: readonly OperationRow[],
): Orphan[] {
  const rows = [...captures, ...refunds];
  const ours = new Set(operations.map(({ idempotency_key: key }) => key));
  const unnamed = refunds.filter(({ id }) => !transactions.some(({ reference_id: of }) => of === id));
  const stray = transactions.filter((transaction) => {
    const { reference, reference_id: of } = transaction;
    if (!of || (reference !== "capture" && reference !== "refund")) return false;
    if (of !== paymentId) return ours.has(of) && !rows.some(({ id }) => id === of);
    // Core's cancelling names the payment: it stands for one refund of its amount.
    const index = unnamed.findIndex(({ raw_amount }) => isOfAmount(transaction, { amount: raw_amount.value }));
    if (index >= 0) unnamed.splice(index, 1);
    return reference === "refund" && index < 0;
  });
  return stray.map(({ id, created_at: at }) => ({ id, from: at.getTime() + CORE_GRACE_MS }));
}
