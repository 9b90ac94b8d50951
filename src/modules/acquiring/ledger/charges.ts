import type { PaymentFact, RefundFact } from "../../../gateway/facts";
import type { ChargeOwner, Charges } from "../domain/charges";
import { splitCharges } from "../domain/charges";
import type { AttemptRow, OperationRow } from "./rows";

/** An attempt's own share of what the gateway lists under its order number; see `domain/charges.ts`. */
export const chargesIn = (row: AttemptRow, facts: readonly PaymentFact[]): Charges => splitCharges(ownerOf(row), facts);

const ownerOf = (row: AttemptRow): ChargeOwner => ({
  gatewayPaymentId: row.gateway_payment_id,
  recurringId: row.recurring_id,
  role: row.renewal_of ? "renewal" : row.subscription ? "first" : "plain",
});

/**
 * Refunds of this very transaction. One that names no transaction is this attempt's where it names an operation of it,
 * or where nothing else has charges under this order number.
 */
export function refundsIn(
  row: AttemptRow,
  operations: readonly Pick<OperationRow, "id">[],
  refunds: readonly RefundFact[],
): readonly RefundFact[] {
  if (!row.renewal_of && !row.subscription) return refunds;
  return refunds.filter(({ gatewayPaymentId, operationId }) => {
    if (operationId !== null) return operations.some(({ id }) => id === operationId);
    return gatewayPaymentId === null ? !row.renewal_of : gatewayPaymentId === row.gateway_payment_id;
  });
}
