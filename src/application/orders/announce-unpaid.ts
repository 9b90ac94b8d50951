import type { AttemptRow, OperationRow } from "../../modules/acquiring";
import { isFromDashboard, isReversal } from "../../modules/acquiring";
import type { Projection } from "./load-medusa-payment";
import { endedUnpaidAt } from "./unpaid-order";
import type { BalanceDueReason } from "./announce-balance";
import { announceBalance } from "./announce-balance";
import { CORE_GRACE_MS } from "./order-transactions";

/**
 * `acquiring.balance.due` for a payment that ended and left its order unpaid. Emitted before the projection is finished,
 * so that a crash repeats it; the audit record that follows makes it once for each payment.
 */
const REASONS: Partial<Record<AttemptRow["state"], BalanceDueReason>> = {
  voided: "payment_voided",
  expired: "payment_expired",
  declined: "payment_declined",
};

/** Returns when to look again: core may still be cancelling the order. */
export async function announceUnpaid(projection: Projection): Promise<Date | null> {
  const { container, ledger, row, view } = projection;
  const reason = REASONS[row.state];
  if (reason === undefined || !view.order || view.order.status === "canceled") return null;
  if (!(await leftOrderUnpaid(projection)) || (await ledger.medusaSync.isBalanceAnnounced(row))) return null;
  const from = coreVoidEnds(projection);
  if (from !== null && from > ledger.now()) return from;
  if (await announceBalance(container, view.order.id, reason)) await ledger.medusaSync.noteBalanceAnnounced(row);
  return null;
}

/** Core voids and refunds the payments of an order that is cancelled, and only then cancels the order. */
function coreVoidEnds({ row, operations }: Projection): Date | null {
  const isCores = ({ kind, status, ...own }: OperationRow): boolean =>
    kind === "void" && status === "settled" && !isFromDashboard(own) && !isReversal(own);
  const own = row.state === "voided" ? operations.find(isCores) : undefined;
  return own ? new Date(own.updated_at.getTime() + CORE_GRACE_MS) : null;
}

/** Of the order's payment, or a voucher or transfer; a card that was declined is tried again at once. */
async function leftOrderUnpaid({ container, row, view: { payment } }: Projection): Promise<boolean> {
  if (row.reversal_reason !== null || row.hold_decision === "rejected") return false;
  if (row.state !== "voided") return (await endedUnpaidAt(container, row)) !== null;
  return payment?.data?.order_no === row.order_no && Boolean(payment.canceled_at);
}
