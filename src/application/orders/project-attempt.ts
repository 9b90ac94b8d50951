import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttemptRow, AttentionKind, TryLock } from "../../modules/acquiring";
import { failpoint, holdsMoney, isUnlinked, minorOf } from "../../modules/acquiring";
import { logFailedWork } from "../log-failed-work";
import { announceUnpaid } from "./announce-unpaid";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { cancelCollection, closeUnusedCollection } from "./balance-collection";
import { orderBalance } from "./order-balance";
import type { MedusaView, Projection } from "./load-medusa-payment";
import { loadMedusaPayment } from "./load-medusa-payment";
import { projectOrder } from "./project-order";
import { projectOperations } from "./project-operations";
import { keptUntil } from "./unpaid-order";

/**
 * Brings Medusa's tables in line with one attempt of the ledger. It adds what is missing, so it may run twice, late, or
 * after a crash. It never reaches the gateway: core flows call the provider, and the gate answers from the ledger.
 * Returns false if another process is projecting the attempt.
 */
export async function projectAttempt(container: MedusaContainer, id: string): Promise<boolean> {
  return resolveLedger(container).medusaSync.exclusively(id, (tryLock) => project(container, id, tryLock));
}

async function project(container: MedusaContainer, id: string, tryLock: TryLock): Promise<void> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.attempt(id);
  if (!attempt) return;
  // A renewal gets its order first; without a session it would look like money without an order.
  if (isUnlinked(attempt.row)) return finishUnlinked(ledger, attempt);
  let kind: AttentionKind = "paid_without_order";
  try {
    const view = await loadMedusaPayment(container, attempt.row);
    failpoint("project:before");
    const projection: Projection = { container, ledger, ...attempt, view, tryLock };
    const after = await projectOrder(projection);
    failpoint("project:after-order");
    if (after.order !== null) kind = "not_recorded";
    const again = await projectOperations({ ...projection, view: after });
    // Before it is finished: a process that dies here is followed by one that repeats it.
    if (paysForOrder(attempt.row, after)) await notePaid(projection, after.order?.id);
    if (attempt.row.is_late && after.order) await closeUnusedCollection(container, after.order.id);
    failpoint("project:before-finish");
    const kept = await followUnpaid(projection, after);
    await ledger.medusaSync.finish(attempt.row, earliest(again, kept));
  } catch (error) {
    logFailedWork(container, { work: "projection", id }, error);
    if (!holdsMoney(attempt.row.state)) kind = "not_recorded";
    await ledger.medusaSync.fail(attempt.row, kind, `Medusa could not follow the ledger: ${errorMessage(error)}`);
  }
}

/** A payment that ended may leave its order unpaid. Returns when to look at that order again. */
async function followUnpaid(projection: Projection, after: MedusaView): Promise<Date | null> {
  const { container, row } = projection;
  // Medusa's payment was cancelled meanwhile.
  const view = row.state === "voided" ? await loadMedusaPayment(container, row) : after;
  const again = await announceUnpaid({ ...projection, view });
  const until = await keptUntil({ container, row, view });
  if (until !== null && view.collectionId) await cancelCollection(container, view.collectionId);
  return earliest(again, until);
}

const earliest = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

/** Left open, an operation of an imported payment without an order would block the next one for good. */
async function finishUnlinked(
  { medusaSync }: Projection["ledger"],
  { row, operations }: Pick<Projection, "row" | "operations">,
): Promise<void> {
  if (row.imported_at) for (const { id } of medusaSync.unrecorded(operations)) await medusaSync.markRecorded(id);
  await medusaSync.finish(row);
}

/** The link stays open for the rest. */
async function isPaidInPart(container: MedusaContainer, orderId: string | undefined): Promise<boolean> {
  return orderId !== undefined && (await orderBalance(container, orderId))?.money != null;
}

async function notePaid({ container, ledger, row }: Projection, orderId: string | undefined): Promise<void> {
  await ledger.medusaSync.paysForOrder(row);
  if (row.payment_link_id === null || !holdsMoney(row.state)) return;
  if (ledger.options.splitPayments.enabled && (await isPaidInPart(container, orderId))) return;
  await ledger.paymentLinks.notePaid(row.payment_link_id, { attemptId: row.id, minor: minorOf(row.requested) });
}

/** Whether Medusa's payment was created from this attempt and its order is not cancelled. */
export const paysForOrder = (row: AttemptRow, { order, payment }: MedusaView): boolean =>
  row.reversal_reason === null &&
  payment?.data?.order_no === row.order_no &&
  order !== null &&
  order.status !== "canceled";
