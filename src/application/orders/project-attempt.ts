import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttemptRow, AttentionKind, TryLock } from "../../modules/acquiring";
import { failpoint, holdsMoney, isUnlinked } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import type { MedusaView, Projection } from "./load-medusa-payment";
import { loadMedusaPayment } from "./load-medusa-payment";
import { projectOrder } from "./project-order";
import { projectOperations } from "./project-operations";

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
  if (isUnlinked(attempt.row)) return ledger.medusaSync.finish(attempt.row);
  let kind: AttentionKind = "paid_without_order";
  try {
    const view = await loadMedusaPayment(container, attempt.row);
    failpoint("project:before");
    const projection: Projection = { container, ledger, ...attempt, view, tryLock };
    const after = await projectOrder(projection);
    failpoint("project:after-order");
    if (after.order !== null) kind = "not_recorded";
    const again = await projectOperations({ ...projection, view: after });
    failpoint("project:before-finish");
    await ledger.medusaSync.finish(attempt.row, again);
    if (paysForOrder(attempt.row, after)) await ledger.medusaSync.paysForOrder(attempt.row);
  } catch (error) {
    if (!holdsMoney(attempt.row.state)) kind = "not_recorded";
    await ledger.medusaSync.fail(attempt.row, kind, `Medusa could not follow the ledger: ${errorMessage(error)}`);
  }
}

/** Whether Medusa's payment was created from this attempt and its order is not cancelled. */
export const paysForOrder = (row: AttemptRow, { order, payment }: MedusaView): boolean =>
  row.reversal_reason === null &&
  payment?.data?.order_no === row.order_no &&
  order !== null &&
  order.status !== "canceled";
