import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { createCurrency } from "../../gateway/model/money";
import type { OperationRow } from "../../modules/acquiring";
import { OPERATION_ID_KEY, minorOf } from "../../modules/acquiring";
import type { MedusaPayment, MedusaRefund, Projection } from "./load-medusa-payment";
import { sumOfMedusaRows } from "./load-medusa-payment";
import type { Transaction } from "./order-transactions";
import { CORE_GRACE_MS, deleteTransactions, isOfAmount, transactionsOf } from "./order-transactions";
import { unmarkCaptured } from "./refresh-collection";
import { lockSums } from "./reserve-order";

/**
 * Removes Medusa's rows for operations that never happened. Core writes a capture's or refund's row before it calls the
 * provider and deletes it on an error, so a crash in between leaves it; cancelling an order also writes a refund's
 * transaction when the refund was refused. Rows that may be in use are kept. Returns when to retry, or null, and what
 * is left.
 */

/** A row without an operation: after the longest wait for a lock and an answer its process is dead. Our choice. */
const NEVER_BEGUN_AFTER_MS = 600_000;

export async function removeOrphans(
  before: Projection,
  payment: MedusaPayment,
): Promise<{ readonly again: Date | null; readonly payment: MedusaPayment }> {
  const { container, ledger, view } = before;
  // Read again after Medusa's rows: the row of an operation that started in the meantime must stay.
  const fresh = await ledger.attempt(before.row.id);
  if (!fresh) return { again: null, payment };
  const projection = { ...before, ...fresh };
  const now = ledger.now().getTime();
  const payments = container.resolve(Modules.PAYMENT);
  const captures = orphansOf("capture", projection, payment);
  const refunds = orphansOf("refund", projection, payment);
  const isDue = ({ from }: Orphan): boolean => from <= now;
  const [deadCaptures, deadRefunds] = [captures.filter(isDue), refunds.filter(isDue)];
  if (deadCaptures.length > 0) await payments.deleteCaptures(deadCaptures.map(({ id }) => id));
  if (deadRefunds.length > 0) await payments.deleteRefunds(deadRefunds.map(({ id }) => id));
  const gone = new Set([...deadCaptures, ...deadRefunds].map(({ id }) => id));
  const rest = {
    ...payment,
    captures: payment.captures.filter(({ id }) => !gone.has(id)),
    refunds: payment.refunds.filter(({ id }) => !gone.has(id)),
  };
  const left = deadCaptures.length > 0 ? await unmarkCaptured(before, rest) : rest;
  const transactions = view.order ? await transactionsOf(container, view.order.id) : [];
  const stray = await strayOf(projection, transactions, left);
  const deadTransactions = stray.filter(isDue).map(({ id }) => id);
  const later = deadTransactions.length > 0 ? await lockSums(projection) : null;
  if (later === null) await deleteTransactions(container, deadTransactions);
  const waiting = [...captures, ...refunds, ...stray].filter(({ from }) => from > now).map(({ from }) => from);
  if (later !== null) waiting.push(later.getTime());
  return { again: waiting.length > 0 ? new Date(Math.min(...waiting)) : null, payment: left };
}

interface Orphan {
  readonly id: string;
  /** Earliest time to remove it, in ms since 1970. */
  readonly from: number;
}

type Booked = Pick<Projection, "row" | "operations"> & {
  readonly ledger: { readonly medusaSync: Pick<Projection["ledger"]["medusaSync"], "unrecorded"> };
};

type Row = MedusaPayment["captures"][number] & Partial<Pick<MedusaRefund, "metadata">>;

/**
 * Rows of core's callers whose operation never happened or never started, only as far as Medusa has more than the
 * ledger: an automatic capture has a row of core's and no operation. Surplus rows first; if too much is removed, it is
 * recorded again from the ledger.
 */
export function orphansOf(kind: "capture" | "refund", projection: Booked, payment: MedusaPayment): Orphan[] {
  const rows: readonly Row[] = kind === "capture" ? payment.captures : payment.refunds;
  // Core records the time of a full capture and creates no row after it: its row stands for the ledger's own.
  const isClosed = kind === "capture" && Boolean(payment.captured_at);
  const currency = createCurrency(projection.row.currency);
  const candidates = candidatesOf(kind, projection, rows);
  let excess = sumOfMedusaRows(rows, currency) - bookedOf(kind, projection, isClosed ? null : rows);
  const fits = candidates.filter(({ row: each }) => {
    const amount = sumOfMedusaRows([each], currency);
    if (amount > excess) return false;
    excess -= amount;
    return true;
  });
  const others = candidates.filter((each) => {
    if (isClosed || excess <= 0n || fits.includes(each)) return false;
    excess -= sumOfMedusaRows([each.row], currency);
    return true;
  });
  return [...fits, ...others];
}

/** The ledger's sum in minor units, without operations that have none of these rows and are still to be recorded. */
function bookedOf(
  kind: "capture" | "refund",
  { ledger, row, operations }: Booked,
  rows: readonly Row[] | null,
): bigint {
  const known = kind === "capture" ? minorOf(row.captured) : minorOf(row.refunded) + minorOf(row.refund_pending);
  if (rows === null) return known;
  const hasRow = ({ id: own, idempotency_key: key }: OperationRow): boolean =>
    rows.some(({ id, created_by: by, metadata }) => id === key || by === own || metadata?.[OPERATION_ID_KEY] === own);
  const waiting = ledger.medusaSync.unrecorded(operations).filter((each) => each.kind === kind && !hasRow(each));
  return waiting.reduce((left, { amount }) => left - minorOf(amount), known);
}

function candidatesOf(
  kind: "capture" | "refund",
  { row, operations }: Booked,
  rows: readonly Row[],
): (Orphan & { readonly row: Row })[] {
  const isRecorded = ({ created_by: by, metadata }: Row): boolean =>
    by === row.id || operations.some(({ id }) => id === by || id === metadata?.[OPERATION_ID_KEY]);
  return rows.flatMap((each) => {
    const operation = operations.find((known) => known.kind === kind && known.idempotency_key === each.id);
    if (operation) return hasFailed(operation) ? [{ id: each.id, row: each, from: endOf(operation) }] : [];
    return isRecorded(each) ? [] : [{ id: each.id, row: each, from: each.created_at.getTime() + NEVER_BEGUN_AFTER_MS }];
  });
}

/** A refund that was accepted first has more than its row to revert; see `undoFailedRefunds`. */
const hasFailed = ({ status, recorded_in_medusa }: OperationRow): boolean =>
  !recorded_in_medusa && (status === "declined" || status === "not_sent");

/** Core deletes its row itself once the provider has thrown. */
const endOf = ({ updated_at: at }: OperationRow): number => at.getTime() + CORE_GRACE_MS;

async function strayOf(
  { container, row: { currency: code }, view: { order } }: Projection,
  transactions: readonly Transaction[],
  { id: paymentId, captures, refunds }: MedusaPayment,
): Promise<Orphan[]> {
  const currency = createCurrency(code);
  const rows = [...captures, ...refunds];
  const moneyMoves = transactions.filter(({ reference }) => reference === "capture" || reference === "refund");
  const unnamed = refunds.filter(({ id }) => !moneyMoves.some(({ reference_id: of }) => of === id));
  const named = moneyMoves.flatMap(({ reference_id: of }) => of ?? []);
  const dead = new Set([
    ...(await nonexistentOf(container, named, rows)),
    ...(await othersOf(container, named, { paymentId, order })),
  ]);
  const stray = moneyMoves.filter((transaction) => {
    const { reference, reference_id: of } = transaction;
    if (!of) return false;
    if (of !== paymentId) {
      const row = rows.find(({ id }) => id === of);
      // The next refund's flow may write the transaction with its own amount; the right one is written again.
      return row ? !isOfAmount(transaction, row.raw_amount.value, currency) : dead.has(of);
    }
    // When core cancels an order, its transaction names the payment: it stands for one refund of its amount.
    const index = unnamed.findIndex(({ raw_amount }) => isOfAmount(transaction, raw_amount.value, currency));
    if (index >= 0) unnamed.splice(index, 1);
    return reference === "refund" && index < 0;
  });
  return stray.map(({ id, created_at: at }) => ({ id, from: at.getTime() + CORE_GRACE_MS }));
}

/** Those that exist in no payment: of two concurrent ones, core also names the refused one. */
async function nonexistentOf(
  container: MedusaContainer,
  ids: readonly string[],
  rows: readonly Row[],
): Promise<Set<string>> {
  const payments = container.resolve(Modules.PAYMENT);
  const unknown = ids.filter((of) => /^(?:capt|ref)_/.test(of) && !rows.some(({ id }) => id === of));
  if (unknown.length === 0) return new Set();
  const found = [...(await payments.listCaptures({ id: unknown })), ...(await payments.listRefunds({ id: unknown }))];
  return new Set(unknown.filter((of) => !found.some(({ id }) => id === of)));
}

/**
 * Those of these payments that do not pay for the order: created before it, by a completion that was reverted. When
 * core cancels an order, it writes a refund transaction for each payment of the collection, even if that refund was
 * refused.
 */
async function othersOf(
  container: MedusaContainer,
  ids: readonly string[],
  { paymentId, order }: { readonly paymentId: string; readonly order: Projection["view"]["order"] },
): Promise<readonly string[]> {
  const others = ids.filter((of) => of.startsWith("pay_") && of !== paymentId);
  if (others.length === 0 || order === null) return [];
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: { id: string }[] }>(TAKEN_BACK, [others, order.created_at]);
  return rows.map(({ id }) => id);
}

const TAKEN_BACK = `
  SELECT payment.id FROM payment
  WHERE payment.id = ANY(?::text[]) AND payment.created_at < ? AND payment.deleted_at IS NULL AND NOT EXISTS (
    SELECT FROM payment_session AS own WHERE own.id = payment.payment_session_id AND own.deleted_at IS NULL)`;
