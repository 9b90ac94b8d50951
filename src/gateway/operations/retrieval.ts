/* The two queries: form in, JSON out. What selects rows is our default (docs/configuration.md#the-profile). */

import { z } from "@medusajs/framework/zod";
import { isObject } from "../codec/json";
import type { GatewayAccount } from "../model/account";
import { sign } from "../signing/signing";
import {
  asList,
  strictText,
  informational,
  isAbsent,
  listOf,
  misplacedIn,
  partOf,
  placesOf,
  plainText,
  readAnswer,
  single,
  lenientText,
} from "./wire-values";

/** Missing or null, a status is empty, as in the XML of a payment's response. */
const FraudCheck = z.object({ check_items: informational, status: strictText.transform((status) => status ?? "") });
const SubscriptionResult = z.object({
  contract_name: informational,
  recurring_deduction_period: informational,
  recurring_deduction_time: informational,
  recurring_id: strictText,
  /** An unreadable one proves nothing, like an unmapped one. */
  recurring_status: partOf(plainText, undefined),
});

export const WirePaymentRow = z.object({
  order_no: plainText,
  transaction_id: strictText,
  amount: strictText,
  currency: strictText,
  reference_no: informational,
  transaction_date: informational,
  payment_status: strictText,
  order_status: strictText,
  query_result: strictText,
  result_info: lenientText,
  is3ds: partOf(plainText, undefined),
  shopper_email: informational,
  shopper_phone: informational,
  delivery_information: informational,
  antifraud_provider: informational,
  fraud_check_result: partOf(listOf(FraudCheck), []),
  subscription_result: partOf(single(SubscriptionResult), undefined),
});
export type WirePaymentRow = z.infer<typeof WirePaymentRow>;

export const WireRefundRow = z.object({
  transaction_id: strictText,
  order_no: plainText,
  amount: informational,
  refund_status: strictText,
  payment_status: informational,
  refund_amount: strictText,
  refund_reference: lenientText,
  currency: strictText,
  refund_reason: lenientText,
  refund_reference_id: lenientText,
  refund_date: informational,
  refund_processing_date: lenientText,
  refund_message: lenientText,
});
export type WireRefundRow = z.infer<typeof WireRefundRow>;

const envelope = {
  merchant_id: strictText,
  account_id: strictText,
  return_status: plainText,
  return_message: partOf(plainText, undefined),
};

export const PaymentsAnswer = z.object({ ...envelope, orders_list: listOf(WirePaymentRow) });
export const RefundsAnswer = z.object({
  ...envelope,
  encryption_data: informational,
  refund_orders: listOf(WireRefundRow),
});
export type RefundsAnswer = z.infer<typeof RefundsAnswer>;

/** Elsewhere, or in another spelling, they would be read as absent. */
const PAYMENTS = placesOf({
  "": ["return_status", "orders_list"],
  orders_list: [
    "order_no",
    "transaction_id",
    "amount",
    "currency",
    "payment_status",
    "order_status",
    "query_result",
    "result_info",
  ],
});
const REFUNDS = placesOf({
  "": ["return_status", "refund_orders"],
  refund_orders: [
    "order_no",
    "transaction_id",
    "currency",
    "refund_amount",
    "refund_status",
    "refund_reason",
    "refund_processing_date",
    "refund_message",
  ],
});

export const readPayments = (body: unknown): z.infer<typeof PaymentsAnswer> =>
  readAnswer(PaymentsAnswer, body, PAYMENTS);
export const readRefunds = (body: unknown): RefundsAnswer => readAnswer(RefundsAnswer, body, REFUNDS);

/** If one is unreadable, the payment is held: it may carry a review request, a 3-D Secure result or a subscription. */
const HOLD_IF_UNREADABLE = placesOf({
  "": ["is3ds", "fraud_check_result", "subscription_result", "risk_action", "threeds_result", "token_id"],
  subscription_result: ["recurring_id", "recurring_status"],
});
const FRAUD_CHECK = placesOf({ "": ["status"] });

/** It has no status, and one may be in another place or spelling, or under another name. */
function isCheckUnclear(check: unknown): boolean {
  if (!isObject(check) || (typeof check.status === "string" && check.status.trim() !== "")) return false;
  if (misplacedIn(check, FRAUD_CHECK).length > 0) return true;
  const { status, check_items: name, ...others } = check;
  if (typeof status === "string") return false;
  return (typeof name !== "string" && !isAbsent(name)) || Object.values(others).some((value) => !isAbsent(value));
}

/** The wire's names, by the row's order number as `readPayments` reads it; of a body that it has read. */
export function unreadableByOrder(body: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const row of asList(body.orders_list)) {
    const misplaced = misplacedIn(row, HOLD_IF_UNREADABLE);
    if (!isObject(row) || typeof row.order_no !== "string") continue;
    const checks = asList(row.fraud_check_result).some(isCheckUnclear) ? ["fraud_check_result"] : [];
    const unreadable = [...misplaced, ...checks];
    const orderNo = row.order_no.trim();
    if (unreadable.length > 0) found.set(orderNo, [...(found.get(orderNo) ?? []), ...unreadable]);
  }
  return found;
}

export type RetrievalName = "retrievalTrans" | "retrievalRefund";

export const retrievalPath: Readonly<Record<RetrievalName, string>> = {
  retrievalTrans: "/v1/retrievalTrans",
  retrievalRefund: "/v1/retrievalRefund",
};

export function retrievalForm(
  account: GatewayAccount,
  name: RetrievalName,
  selector: { readonly field: string; readonly ids: readonly string[] },
): Record<string, string> {
  const { merchantId, accountId, signingKeys, profile } = account;
  const signed = { merchant_id: merchantId, account_id: accountId };
  return {
    ...signed,
    [selector.field]: selector.ids.join(profile.queries.separator),
    encryption_data: sign(profile.signing, name, signed, signingKeys[0] ?? ""),
  };
}

/** Ids in groups of at most `maxIds` ids and `maxCharacters` characters with their separators. */
export function chunkIds(ids: readonly string[], limits: { maxIds: number; maxCharacters: number }): string[][] {
  const chunks: string[][] = [];
  let length = 0;
  for (const id of ids) {
    const last = chunks.at(-1);
    if (last && last.length < limits.maxIds && length + 1 + id.length <= limits.maxCharacters) {
      last.push(id);
      length += 1 + id.length;
    } else {
      chunks.push([id]);
      length = id.length;
    }
  }
  return chunks;
}
