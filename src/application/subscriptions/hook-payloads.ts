import type { MedusaContainer } from "@medusajs/framework/types";
import { toMajor } from "../../gateway/model/money";
import type { ChargeRow, ContractRow } from "../../modules/acquiring_subscription/rows";
import { moneyOf } from "../../modules/acquiring_subscription/rows";
import { resolveSubscriptions } from "./subscriptions-of";

/** Payloads of the shop's hook handlers: IDs and amounts. Anything else can be queried (`acquiring_contract`). */
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

export const subscriptionPayload = (contract: ContractRow): SubscriptionPayload => ({
  subscription_id: contract.id,
  customer_id: contract.customer_id,
  order_id: contract.order_id,
  variant_id: contract.variant_id,
  quantity: contract.quantity,
});

export const renewalPayload = (contract: ContractRow, charge: ChargeRow): RenewalPayload => ({
  ...subscriptionPayload(contract),
  charge_id: charge.id,
  number: charge.number,
  amount: toMajor(moneyOf(charge)),
  currency: charge.currency,
});

/** Undefined if there is no such charge. */
export async function chargeOf(
  container: MedusaContainer,
  chargeId: string,
): Promise<{ readonly contract: ContractRow; readonly charge: ChargeRow } | undefined> {
  const { charges, contracts } = resolveSubscriptions(container);
  const charge = await charges.byId(chargeId);
  const contract = charge && (await contracts.byId(charge.contract_id));
  return charge && contract ? { contract, charge } : undefined;
}
