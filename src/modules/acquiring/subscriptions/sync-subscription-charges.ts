import type { PaymentFact } from "../../../gateway/model/facts";
import type { GatewayCharges } from "../domain/charges";
import type { FactsMeta } from "../ledger/apply-facts";
import { raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import { applyCharges } from "../ledger/apply-subscription-status";
import { takeRenewals } from "./renewals";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/** Applies the subscription's status and later charges from a query of its first payment. True if anything changed. */
export async function syncSubscriptionCharges(
  ledger: Ledger,
  first: AttemptRow,
  { own, later, isAmbiguous }: GatewayCharges,
  meta: FactsMeta,
): Promise<boolean> {
  if (isAmbiguous) {
    const message =
      "The gateway lists several charges of this subscription and does not identify the first. Check the gateway's portal.";
    await tell(ledger, first, message, meta.now);
    return false;
  }
  const subscription = await subscriptionOf(ledger, first, own);
  const facts = [...own, ...later].filter(({ recurring }) => recurring?.recurringId === subscription);
  const noted = subscription !== null && (await applyCharges(ledger, first.id, facts, { ...meta, source: "query" }));
  const after = await ledger.attempt(first.id);
  if (!after) return noted;
  // Only now is the first transaction known, if the first payment's own response was lost.
  const charges = later.filter(({ recurring }) => recurring?.recurringId === after.recurring_id);
  return (await takeRenewals(ledger, after, charges, meta)) || noted;
}

/** The subscription's ID. Until it is known only the first payment's own transaction names it. */
async function subscriptionOf(ledger: Ledger, first: AttemptRow, own: GatewayCharges["own"]): Promise<string | null> {
  if (first.recurring_id !== null) return first.recurring_id;
  // The fact just applied shows which transaction is the payment's own.
  const id = (await ledger.attempt(first.id))?.gateway_payment_id ?? null;
  const mine =
    id === null ? own.find((fact) => isOfAmount(fact, first)) : own.find((fact) => fact.gatewayPaymentId === id);
  return mine?.recurring?.recurringId ?? null;
}

/** A charge of another amount was refused: it may be another payment's. */
const isOfAmount = ({ money }: PaymentFact, { requested, currency }: AttemptRow): boolean =>
  money === null || (money.currency === currency && money.minor === minorOf(requested));

/** It is assigned to none of the charges: a person has to find its payment. */
export const reportUnclaimed = (ledger: Ledger, first: AttemptRow, now: Date): Promise<void> =>
  tell(
    ledger,
    first,
    "The gateway lists a refund among the charges of this subscription without naming the charge. Check the gateway's portal.",
    now,
  );

const tell = (ledger: Ledger, { account, id }: AttemptRow, message: string, now: Date): Promise<void> =>
  raiseAttention(ledger.connection, { account, kind: "order_mismatch", subject: id, attemptId: id, message }, now);
