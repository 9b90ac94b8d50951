import { PaymentSessionStatus } from "@medusajs/framework/utils";
import { minorOf } from "../../modules/acquiring/ledger/rows/rows";
import type { SessionPayment } from "../../modules/acquiring/checkout/payment-status-view";

/**
 * The ledger's states in Medusa's words, total. What was declined or has expired may be paid again in the same session, so
 * it is pending: core refuses the order, and leaves a session that is in error out of every later try (ADR 24).
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
  // Medusa books a captured session in full by itself; a part is booked by the projection.
  const { captured, requested } = payment.attempt;
  return minorOf(captured) === minorOf(requested) ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.AUTHORIZED;
}
