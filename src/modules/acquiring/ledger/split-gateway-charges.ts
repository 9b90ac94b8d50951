import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { ChargeOwner, GatewayCharges } from "../domain/charges";
import { splitCharges } from "../domain/charges";
import type { AttemptRow, OperationRow } from "./rows/attempt-row";

/** An attempt's share of the gateway's list for its order number; see `domain/charges.ts`. */
export const chargesIn = (row: OwnerRow, facts: readonly PaymentFact[]): GatewayCharges =>
  splitCharges(ownerOf(row), facts);

type OwnerRow = Pick<AttemptRow, "gateway_payment_id" | "recurring_id" | "renewal_of" | "subscription">;

const ownerOf = (row: OwnerRow): ChargeOwner => ({
  gatewayPaymentId: row.gateway_payment_id,
  recurringId: row.recurring_id,
  role: row.renewal_of ? "renewal" : row.subscription ? "first" : "plain",
});

interface Sharing {
  readonly operations: readonly Pick<OperationRow, "id">[];
  /** Charges of the subscription are listed under the first payment's order number. */
  readonly isShared: boolean;
}

/** One without a transaction belongs to this attempt by its operation, or if nothing else has charges here. */
export function refundsIn(
  row: Pick<AttemptRow, "renewal_of" | "subscription" | "gateway_payment_id">,
  refunds: readonly RefundFact[],
  { operations, isShared }: Sharing,
): readonly RefundFact[] {
  if (!row.renewal_of && !row.subscription) return refunds;
  return refunds.filter(({ gatewayPaymentId, operationId }) => {
    if (operationId !== null) return operations.some(({ id }) => id === operationId);
    return gatewayPaymentId === null ? !row.renewal_of && !isShared : gatewayPaymentId === row.gateway_payment_id;
  });
}

/** A refund without transaction and operation among several charges cannot be assigned. */
export const isUnclaimed = ({ gatewayPaymentId, operationId, reading }: RefundFact): boolean =>
  gatewayPaymentId === null && operationId === null && reading !== "failed";
