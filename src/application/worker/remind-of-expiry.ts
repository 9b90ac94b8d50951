import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { AttemptRow } from "../../modules/acquiring";
import { queueVoucherReminder } from "../customer-emails/queue-emails";
import { resolveLedger } from "../resolve-ledger";
import { loadMedusaPayment } from "../orders/load-medusa-payment";

/** Emitted once, `apm.reminderBeforeMs` before a waiting payment expires. Data: `PaymentExpiring`. */
export const PAYMENT_EXPIRING = "acquiring.payment.expiring";

export interface PaymentExpiring {
  readonly attempt_id: string;
  readonly session_id: string;
  readonly cart_id: string | null;
  readonly order_id: string | null;
  readonly method: string | null;
  /** ISO 8601. */
  readonly expires_at: string | null;
}

/** A reminder that could not be sent, or came too early, is due again ten minutes later. */
export async function remindOfExpiry(container: MedusaContainer, attemptId: string): Promise<void> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.attempts.attempt(attemptId);
  // The process that claims it emits the event, so that concurrent workers do not send two reminders.
  if (!attempt || !(await ledger.reminders.claim(attemptId))) return;
  if (attempt.state === "action_required") return;
  if (attempt.state === "pending") await remind(container, attempt);
  await ledger.reminders.end(attemptId);
}

async function remind(container: MedusaContainer, attempt: AttemptRow): Promise<void> {
  const { order } = await loadMedusaPayment(container, attempt);
  // Nobody is to pay for it any more.
  if (order?.status === "canceled") return;
  const data: PaymentExpiring = {
    attempt_id: attempt.id,
    session_id: attempt.session_id,
    cart_id: attempt.cart_id,
    order_id: order?.id ?? null,
    method: attempt.method,
    expires_at: attempt.pending_expires_at?.toISOString() ?? null,
  };
  await queueVoucherReminder(container, attempt.id);
  await container.resolve(Modules.EVENT_BUS).emit({ name: PAYMENT_EXPIRING, data });
}
