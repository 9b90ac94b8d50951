import { PaymentSessionStatus } from "@medusajs/framework/utils";
import { minorOf } from "../../modules/acquiring/ledger/rows";
import type { SessionPayment } from "../../modules/acquiring/session-view";

/** The ledger's states in Medusa's words; the table of the architecture document, total. */
const STATUS: Record<Exclude<SessionPayment["state"], "payable" | "captured">, PaymentSessionStatus> = {
  authorised: PaymentSessionStatus.AUTHORIZED,
  checking: PaymentSessionStatus.REQUIRES_MORE,
  action_required: PaymentSessionStatus.REQUIRES_MORE,
  pending: PaymentSessionStatus.PENDING_AUTHORIZATION,
  voided: PaymentSessionStatus.CANCELED,
};

export function sessionStatus(payment: SessionPayment | null): PaymentSessionStatus {
  if (payment?.attempt == null) return PaymentSessionStatus.PENDING;
  if (payment.state === "payable") return PaymentSessionStatus.ERROR;
  if (payment.state !== "captured") return STATUS[payment.state];
  // Medusa books a captured session in full by itself; a part is booked by the projection.
  const { captured, requested } = payment.attempt;
  return minorOf(captured) === minorOf(requested) ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.AUTHORIZED;
}
