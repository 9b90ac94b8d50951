import type { MedusaContainer } from "@medusajs/framework/types";
import { toMajor } from "../../gateway/model/money";
import type { ChargeRow, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { moneyOf } from "../../modules/acquiring_subscription/rows";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/** Payloads of the shop's hook handlers: IDs and amounts. Anything else can be queried (`acquiring_subscription`). */
export interface SubscriptionPayload {
  readonly subscription_id: string;
  readonly customer_id: string | null;
  /** The order that started the subscription. */
  readonly order_id: string | null;
  readonly variant_id: string;
  readonly quantity: number;
}

export interface RenewalPayload extends SubscriptionPayload {
  readonly charge_id: string;
  /** 2 is the first renewal. */
  readonly number: number;
  /** Charged amount in major units. */
  readonly amount: string;
  readonly currency: string;
}

export const subscriptionPayload = (subscription: SubscriptionRecord): SubscriptionPayload => ({
  subscription_id: subscription.id,
  customer_id: subscription.customer_id,
  order_id: subscription.order_id,
  variant_id: subscription.variant_id,
  quantity: subscription.quantity,
});

export const renewalPayload = (subscription: SubscriptionRecord, charge: ChargeRow): RenewalPayload => ({
  ...subscriptionPayload(subscription),
  charge_id: charge.id,
  number: charge.number,
  amount: toMajor(moneyOf(charge)),
  currency: charge.currency,
});

export async function chargeOf(
  container: MedusaContainer,
  chargeId: string,
): Promise<{ readonly subscription: SubscriptionRecord; readonly charge: ChargeRow } | undefined> {
  const { charges, records } = resolveSubscriptions(container);
  const charge = await charges.byId(chargeId);
  const subscription = charge && (await records.byId(charge.subscription_id));
  return charge && subscription ? { subscription, charge } : undefined;
}
