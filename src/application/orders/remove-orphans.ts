import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { createCurrency } from "../../gateway/model/money";
import type { OperationRow } from "../../modules/acquiring/ledger/rows/rows";
import { minorOf } from "../../modules/acquiring/ledger/rows/rows";
import { RECORDING_KEY } from "../../modules/acquiring/medusa-records/medusa-sync-state";
import type { MedusaPayment, MedusaRefund, Projection } from "./load-medusa-payment";
import { sumOfMedusaRows } from "./load-medusa-payment";
import type { Transaction } from "./order-transactions";
import { CORE_GRACE_MS, deleteTransactions, isOfAmount, transactionsOf } from "./order-transactions";

/**
 * Takes away rows of Medusa's for what never happened. Core writes a capture's or
 * refund's row before it asks the provider and takes it back when that throws: a
 * process that dies in between leaves it. And core's cancelling of an order writes
 * a refund's transaction even when the refund was refused. Rows that may still be
 * in use are left alone. Answers when to look again, or null, and what is left.
 */

/** A row that the ledger knows no operation of: its process is dead after the longest wait for a lock and an answer. Our choice. */
const NEVER_BEGUN_AFTER_MS = 600_000;

export async function removeOrphans(
  before: Projection,
  payment: MedusaPayment,
): Promise<{ readonly again: Date | null; readonly payment: MedusaPayment }> {
  const { container, ledger, view } = before;
  // Read anew, after Medusa's rows: an operation that began meanwhile is no reason to take its row away.
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
  const left = {
    ...payment,
    captures: payment.captures.filter(({ id }) => !gone.has(id)),
    refunds: payment.refunds.filter(({ id }) => !gone.has(id)),
  };
  const transactions = view.order ? await transactionsOf(container, view.order.id) : [];
  const stray = await strayOf(projection, transactions, left);
  const deadTransactions = stray.filter(isDue).map(({ id }) => id);
  await deleteTransactions(container, deadTransactions);
  const waiting = [...captures, ...refunds, ...stray].filter(({ from }) => from > now).map(({ from }) => from);
  return { again: waiting.length > 0 ? new Date(Math.min(...waiting)) : null, payment: left };
}

interface Orphan {
  readonly id: string;
  /** From when on it may be taken away, in ms since 1970. */
  readonly from: number;
}

type Row = MedusaPayment["captures"][number] & Partial<Pick<MedusaRefund, "metadata">>;

/**
 * Rows that a caller of core's made and whose operation is proven not to have happened, or never began. Only what
 * Medusa has more than the ledger: what was captured at once has a row of core's, too, and no operation. First those that
 * are the surplus; then whatever else is too much, and what is too little after that is booked from the ledger.
 */
function orphansOf(kind: "capture" | "refund", projection: Projection, payment: MedusaPayment): Orphan[] {
  const rows: readonly Row[] = kind === "capture" ? payment.captures : payment.refunds;
  // Core notes the time of a full capture that happened, and makes no row after it: what it made stands for the ledger's own.
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

/** What the ledger says, in minor units, without what has no row among these, as far as any are given, and is still to be booked. */
function bookedOf(
  kind: "capture" | "refund",
  { ledger, row, operations }: Projection,
  rows: readonly Row[] | null,
): bigint {
  const known = kind === "capture" ? minorOf(row.captured) : minorOf(row.refunded) + minorOf(row.refund_pending);
  if (rows === null) return known;
  const hasRow = ({ id: own, idempotency_key: key }: OperationRow): boolean =>
    rows.some(({ id, created_by: by, metadata }) => id === key || by === own || metadata?.[RECORDING_KEY] === own);
  const waiting = ledger.recording.unrecorded(operations).filter((each) => each.kind === kind && !hasRow(each));
  return waiting.reduce((left, { amount }) => left - minorOf(amount), known);
}

function candidatesOf(
  kind: "capture" | "refund",
  { row, operations }: Projection,
  rows: readonly Row[],
): (Orphan & { readonly row: Row })[] {
  const isRecorded = ({ created_by: by, metadata }: Row): boolean =>
    by === row.id || operations.some(({ id }) => id === by || id === metadata?.[RECORDING_KEY]);
  return rows.flatMap((each) => {
    const operation = operations.find((known) => known.kind === kind && known.idempotency_key === each.id);
    if (operation) return hasFailed(operation) ? [{ id: each.id, row: each, from: endOf(operation) }] : [];
    return isRecorded(each) ? [] : [{ id: each.id, row: each, from: each.created_at.getTime() + NEVER_BEGUN_AFTER_MS }];
  });
}

/** A refund that was accepted first has more than its row to take back; see `undoFailedRefunds`. */
const hasFailed = ({ status, booked }: OperationRow): boolean =>
  !booked && (status === "declined" || status === "not_sent");

/** Core takes its row back by itself once the provider has thrown. */
const endOf = ({ updated_at: at }: OperationRow): number => at.getTime() + CORE_GRACE_MS;

/** Transactions that no capture or refund stands behind. */
async function strayOf(
  { container, row: { currency: code }, view: { order } }: Projection,
  transactions: readonly Transaction[],
  { id: paymentId, captures, refunds }: MedusaPayment,
): Promise<Orphan[]> {
  const currency = createCurrency(code);
  const rows = [...captures, ...refunds];
  const booked = transactions.filter(({ reference }) => reference === "capture" || reference === "refund");
  const unnamed = refunds.filter(({ id }) => !booked.some(({ reference_id: of }) => of === id));
  const named = booked.flatMap(({ reference_id: of }) => of ?? []);
  const dead = new Set([
    ...(await nonexistentOf(container, named, rows)),
    ...(await othersOf(container, named, { paymentId, order })),
  ]);
  const stray = booked.filter((transaction) => {
    const { reference, reference_id: of } = transaction;
    if (!of) return false;
    if (of !== paymentId) {
      const row = rows.find(({ id }) => id === of);
      // The next refund's flow names an earlier one that has none with its own amount: the right one is written anew.
      return row ? !isOfAmount(transaction, row.raw_amount.value, currency) : dead.has(of);
    }
    // Core's cancelling names the payment: it stands for one refund of its amount.
    const index = unnamed.findIndex(({ raw_amount }) => isOfAmount(transaction, raw_amount.value, currency));
    if (index >= 0) unnamed.splice(index, 1);
    return reference === "refund" && index < 0;
  });
  return stray.map(({ id, created_at: at }) => ({ id, from: at.getTime() + CORE_GRACE_MS }));
}

/** Of these ids of captures and refunds, those that Medusa has no row of in any payment: of two at once, core names also the refused one. */
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
 * Of these ids those of payments that do not pay for the order: made before it, of a completion that core took back. Core's
 * cancelling writes a refund's transaction of each payment of the collection, also when that refund was refused; what
 * became of such a payment's money, its own page shows.
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
