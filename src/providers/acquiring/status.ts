import { PaymentSessionStatus } from "@medusajs/framework/utils";
import type { SessionPayment } from "../../modules/acquiring";
import { minorOf } from "../../modules/acquiring";

/**
 * The ledger's states as Medusa statuses, total. A declined or expired payment may be paid again in the same session,
 * so it is pending: core refuses the order, and would exclude a session with an error from every later try (ADR 24).
 */
const STATUS: Record<Exclude<SessionPayment["state"], "captured">, PaymentSessionStatus> = {
  payable: PaymentSessionStatus.PENDING,
  authorised: PaymentSessionStatus.AUTHORIZED,
  checking: PaymentSessionStatus.REQUIRES_MORE,
  action_required: PaymentSessionStatus.REQUIRES_MORE,
  pending: PaymentSessionStatus.PENDING_AUTHORIZATION,
  voided: PaymentSessionStatus.CANCELED,
};

export function sessionStatus(payment: SessionPayment | null): PaymentSessionStatus {
  if (payment?.attempt == null) return PaymentSessionStatus.PENDING;
  if (payment.state !== "captured") return STATUS[payment.state];
  // Medusa records a captured session in full by itself; the projection records a partial capture.
  const { captured, requested } = payment.attempt;
  return minorOf(captured) === minorOf(requested) ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.AUTHORIZED;
}
