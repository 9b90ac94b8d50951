import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentAnswer } from "../../api-schema/store";
import type { SessionPayment } from "../../modules/acquiring";
import { forEachDue } from "../for-each-due";
import { projectAttempt } from "../orders/project-attempt";
import { resolveLedger } from "../resolve-ledger";
import { toPaymentAnswer } from "./to-payment-answer";

/**
 * A payment made with a link. Nobody completes a cart for it, so it is recorded in Medusa as soon as it is known; if that
 * fails the worker repeats it, as for any payment.
 */
export async function recordAtOnce(container: MedusaContainer, payment: SessionPayment | null): Promise<void> {
  const attempt = payment?.attempt ?? null;
  const isPaid = payment?.state === "authorised" || payment?.state === "captured";
  if (!isPaid || !attempt?.payment_link_id || attempt.project_after === null) return;
  await forEachDue(container, [attempt.id], {
    work: "projection",
    isOfRequest: true,
    run: (id) => projectAttempt(container, id),
  });
}

/**
 * The answer for a session that is paid or being paid: a repeated request is no new payment, although its link can no
 * longer be paid. Null if the session may be paid.
 */
export async function linkPaymentOf(container: MedusaContainer, sessionId: string): Promise<PaymentAnswer | null> {
  const ledger = resolveLedger(container);
  const payment = await ledger.checkout.status(sessionId, { query: false });
  const isOpen = payment === null || payment.state === "payable" || payment.state === "action_required";
  return isOpen || payment.state === "voided" ? null : toPaymentAnswer(ledger, sessionId, payment);
}
