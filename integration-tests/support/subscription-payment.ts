import type { SubscriptionTerms } from "../../src/gateway/model/payment-request";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import type { NewPayment } from "../../src/modules/acquiring/checkout/checkout-payment";
import { cardPayment } from "./card-payment";

/** A card payment that starts a subscription: 100.00 EUR now, 12.00 EUR for each further period. */
export function subscriptionPayment(sessionId: string, more: Partial<SubscriptionTerms> = {}): NewPayment {
  const payment = cardPayment(sessionId, `cart_${sessionId}`);
  const subscription: SubscriptionTerms = {
    reference: `acqsub_${sessionId}`,
    name: "Coffee, daily",
    amount: createMoney(1_200n, createCurrency("EUR")),
    interval: "day",
    intervalCount: 1,
    billingCycles: null,
    promotionCycles: null,
    startsOn: null,
    endsOn: null,
    priceId: null,
    ...more,
  };
  return { ...payment, subscription, request: { ...payment.request, subscription } };
}
