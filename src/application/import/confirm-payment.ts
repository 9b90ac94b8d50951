import type { PaymentFact } from "../../gateway/model/facts";
import type { GatewayPaymentId } from "../../gateway/model/ids";
import type { Money } from "../../gateway/model/money";
import { createCurrency, fromEntered, MoneyError, sameMoney, toMajor } from "../../gateway/model/money";
import type { Judged } from "./import-record";
import { rejected } from "./import-record";

/** Compares a line with what the gateway reports. Pure. Whatever the gateway does not confirm is not imported. */
export interface PaymentClaim {
  readonly transactionId: string;
  readonly money: Money;
}

export type ConfirmedFact = PaymentFact & { readonly gatewayPaymentId: GatewayPaymentId; readonly money: Money };

export type Confirmation = { readonly fact: ConfirmedFact } | { readonly refused: Judged };

export function moneyOfLine({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): { readonly money: Money } | { readonly refused: Judged } {
  try {
    const money = fromEntered(amount, createCurrency(currency));
    if (money.minor > 0n) return { money };
    return { refused: rejected("amount", "is zero", "Write the authorised amount.") };
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return { refused: rejected("amount", "does not fit the currency", error.message) };
  }
}

/** The line's own transaction, with its amount and currency. `isAmountAgreed`: false if the line's amount is another charge's. */
export function confirmPayment(
  facts: readonly PaymentFact[],
  claim: PaymentClaim,
  isAmountAgreed = true,
): Confirmation {
  const listed = facts.filter(({ reading }) => reading !== "not_found");
  if (listed.length === 0)
    return refuse(
      "order_no",
      "the gateway does not know this order number",
      "Check it, and that the account is right.",
    );
  const fact = listed.find(({ gatewayPaymentId: id }) => id === claim.transactionId);
  if (!fact?.gatewayPaymentId) {
    const known = listed.flatMap(({ gatewayPaymentId: id }) => id ?? []).join(", ");
    const problem = `is not the gateway's transaction of this order number${known ? ` (${known})` : ""}`;
    return refuse("gateway_payment_id", problem, "Check both in the gateway's portal.");
  }
  if (fact.money === null) return refuse("amount", "the gateway reports no amount", "It cannot be imported.");
  const confirmed = { ...fact, gatewayPaymentId: fact.gatewayPaymentId, money: fact.money };
  if (!isAmountAgreed || sameMoney(fact.money, claim.money)) return { fact: confirmed };
  const problem = `differs from the gateway's ${toMajor(fact.money)} ${fact.money.currency}`;
  return refuse(fact.money.currency === claim.money.currency ? "amount" : "currency", problem, "Check the export.");
}

const refuse = (field: string, problem: string, fix: string): Confirmation => ({
  refused: rejected(field, problem, fix),
});
