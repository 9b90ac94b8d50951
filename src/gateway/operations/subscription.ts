/* A payment's signature does not cover `subscription`. Throws `MoneyError` for an amount the wire cannot carry. */

import { z } from "@medusajs/framework/zod";
import type { SubscriptionItem } from "../model/client-api";
import type { GatewayAccount } from "../model/account";
import type { AuthoriseRequest, SubscriptionTerms } from "../model/payment-request";
import { wireLengths } from "../model/profile";
import { sign } from "../signing/signing";
import type { SubscriptionWire } from "./authorise-fields";
import { cut } from "./payment-fields";
import { toWireAmount } from "./wire-money";
import { strictText, informational, placesOf, plainText, readAnswer, lenientText } from "./wire-values";

export function subscriptionObject({ profile }: GatewayAccount, terms: SubscriptionTerms): SubscriptionWire {
  const { word, times } = profile.subscription[terms.interval];
  const day = (value: string | null): string | undefined =>
    value === null ? undefined : written(value, profile.subscription.dates);
  return {
    contract: terms.reference,
    contract_name: cut(terms.name, wireLengths.contract_name) ?? "",
    contract_amount: toWireAmount(terms.amount, profile.money),
    interval: word,
    interval_count: String(terms.intervalCount * times),
    contract_start: day(terms.startsOn),
    contract_end: day(terms.endsOn),
    price_id: terms.priceId ?? undefined,
    billing_cycle: terms.billingCycles ?? undefined,
    promotion_cycle: terms.promotionCycles ?? undefined,
  };
}

export const subscriptionPart = (
  account: GatewayAccount,
  { subscription }: AuthoriseRequest,
): { readonly subscription?: SubscriptionWire } =>
  subscription ? { subscription: subscriptionObject(account, subscription) } : {};

function written(day: string, format: GatewayAccount["profile"]["subscription"]["dates"]): string {
  switch (format) {
    case "yyyy-MM-dd":
      return day;
    case "yyyyMMdd":
      return day.replaceAll("-", "");
    case "yyyy-MM-dd HH:mm:ss":
      return `${day} 00:00:00`;
  }
}

export const cancellation = { path: "/v1/cancelsubscription" } as const;

const Answer = z.object({
  merchant_id: strictText,
  account_id: strictText,
  recurring_id: strictText,
  contract_name: informational,
  cancel_status: plainText,
  error_message: lenientText,
  encryption_data: informational,
});
export type CancelSubscriptionAnswer = z.infer<typeof Answer>;

const PLACES = placesOf({ "": ["recurring_id", "cancel_status", "error_message"] });

export const readCancelSubscription = (body: unknown): CancelSubscriptionAnswer => readAnswer(Answer, body, PLACES);

export function cancelSubscriptionBody(account: GatewayAccount, item: SubscriptionItem): Record<string, string> {
  const { merchantId, accountId, signingKeys, profile } = account;
  const signed = { merchant_id: merchantId, account_id: accountId, recurring_id: item.recurringId };
  return {
    ...signed,
    ...(item.subscriptionName ? { contract_name: item.subscriptionName } : {}),
    encryption_data: sign(profile.signing, "cancelSubscription", signed, signingKeys[0] ?? ""),
  };
}
