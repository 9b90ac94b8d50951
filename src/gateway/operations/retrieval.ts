import { z } from "@medusajs/framework/zod";
import type { GatewayAccount } from "../model/account";
import { sign } from "../signing/signing";
import type { Places } from "./wire-values";
import {
  deciding,
  informing,
  listOf,
  misplacedIn,
  partOf,
  placesOf,
  plainText,
  readAnswer,
  single,
  wording,
} from "./wire-values";

/**
 * The two queries: payments (retrievalTrans) and refunds (retrievalRefund).
 * Form in, JSON out. Which parameters select rows is our default
 * (gateway-defaults, section 4).
 */
const FraudCheck = z.object({ check_items: informing, status: plainText });
const SubscriptionResult = z.object({
  contract_name: informing,
  recurring_deduction_period: informing,
  recurring_deduction_time: informing,
  recurring_id: deciding,
  /** An unreadable one proves nothing, like an unmapped one. */
  recurring_status: partOf(plainText, undefined),
});

export const WirePaymentRow = z.object({
  order_no: plainText,
  transaction_id: deciding,
  amount: deciding,
  currency: deciding,
  reference_no: informing,
  transaction_date: informing,
  payment_status: deciding,
  order_status: deciding,
  query_result: deciding,
  result_info: wording,
  is3ds: partOf(plainText, undefined),
  shopper_email: informing,
  shopper_phone: informing,
  delivery_information: informing,
  antifraud_provider: informing,
  fraud_check_result: partOf(listOf(FraudCheck), []),
  subscription_result: partOf(single(SubscriptionResult), undefined),
});
export type WirePaymentRow = z.infer<typeof WirePaymentRow>;

export const WireRefundRow = z.object({
  transaction_id: deciding,
  order_no: plainText,
  amount: informing,
  refund_status: deciding,
  payment_status: informing,
  refund_amount: deciding,
  refund_reference: wording,
  currency: deciding,
  refund_reason: wording,
  refund_reference_id: wording,
  refund_date: informing,
  refund_processing_date: wording,
  refund_message: wording,
});
export type WireRefundRow = z.infer<typeof WireRefundRow>;

const envelope = { merchant_id: deciding, account_id: deciding, return_status: plainText, return_message: informing };

export const PaymentsAnswer = z.object({ ...envelope, orders_list: listOf(WirePaymentRow) });
export const RefundsAnswer = z.object({
  ...envelope,
  encryption_data: informing,
  refund_orders: listOf(WireRefundRow),
});
export type RefundsAnswer = z.infer<typeof RefundsAnswer>;

/** Elsewhere, or in another spelling, they would be read as absent. */
const PAYMENTS: Places = {
  ...placesOf("", ["return_status", "orders_list"]),
  ...placesOf("orders_list", [
    "order_no",
    "transaction_id",
    "amount",
    "currency",
    "payment_status",
    "order_status",
    "query_result",
    "result_info",
  ]),
};
const REFUNDS: Places = {
  ...placesOf("", ["return_status", "refund_orders"]),
  ...placesOf("refund_orders", [
    "order_no",
    "transaction_id",
    "currency",
    "refund_amount",
    "refund_status",
    "refund_reason",
    "refund_processing_date",
    "refund_message",
  ]),
};

/** Throws `TypeError` for what does not have the described form. */
export const readPayments = (body: unknown): z.infer<typeof PaymentsAnswer> =>
  readAnswer(PaymentsAnswer, body, PAYMENTS);
export const readRefunds = (body: unknown): RefundsAnswer => readAnswer(RefundsAnswer, body, REFUNDS);

/** Of a row: what may have carried a hold, a 3-D Secure result or a subscription, and cannot be read. */
const HELD_BACK: Places = {
  ...placesOf("", ["is3ds", "fraud_check_result", "subscription_result", "risk_action", "threeds_result", "token_id"]),
  ...placesOf("subscription_result", ["recurring_id", "recurring_status"]),
};

const NamedRows = z.object({ orders_list: listOf(z.looseObject({ order_no: plainText })) });

/** The wire's names, by the order number of the row. */
export function unreadableByOrder(body: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const rows = NamedRows.safeParse(body);
  for (const row of rows.data?.orders_list ?? [])
    found.set(row.order_no, [...(found.get(row.order_no) ?? []), ...misplacedIn(row, HELD_BACK)]);
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
