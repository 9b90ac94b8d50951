/* An envelope with an array of items (the gateway's interface, "Batch order items"). Every item field is text. */

import { z } from "@medusajs/framework/zod";
import type { PaymentItem, RefundItem, ReviewItem } from "../model/client-api";
import { toWireAmount } from "./wire-money";
import type { GatewayAccount } from "../model/account";
import { sign } from "../signing/signing";
import type { Places } from "./wire-values";
import { strictText, informational, listOf, placesOf, plainText, lenientText } from "./wire-values";

export type BatchName = "capture" | "cancel" | "refund" | "review";

const text = plainText;
const itemOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ transaction_id: strictText, order_no: text, amount: strictText, currency: strictText, ...shape });

const envelopeFields = {
  merchant_id: strictText,
  account_id: strictText,
  return_status: text,
  return_message: informational,
  encryption_data: informational,
};

export const CaptureAnswerItem = itemOf({ capture_status: text, error_message: lenientText });
export const CancelAnswerItem = itemOf({ cancel_status: text, error_message: lenientText });
export const RefundAnswerItem = itemOf({
  refund_amount: strictText,
  refund_message: lenientText,
  refund_reason: lenientText,
  refund_reference: lenientText,
  refund_reference_id: lenientText,
  refund_status: text,
});

export const ReviewAnswerItem = itemOf({ review_flag: lenientText, review_status: text, error_message: lenientText });

export interface BatchEnvelope {
  readonly merchant_id?: string | undefined;
  readonly account_id?: string | undefined;
  readonly return_status: string;
  readonly return_message?: string | undefined;
  readonly encryption_data?: string | undefined;
}

export const BatchAnswer = {
  capture: z.object({ ...envelopeFields, capture_orders: listOf(CaptureAnswerItem) }),
  cancel: z.object({ ...envelopeFields, cancel_orders: listOf(CancelAnswerItem) }),
  refund: z.object({ ...envelopeFields, refund_orders: listOf(RefundAnswerItem) }),
  review: z.object({ ...envelopeFields, review_orders: listOf(ReviewAnswerItem) }),
};

/** Elsewhere, or in another spelling, they would be read as absent. */
const placesIn = (name: BatchName, own: readonly string[]): Places =>
  placesOf({
    "": ["return_status", `${name}_orders`],
    [`${name}_orders`]: ["order_no", "transaction_id", "amount", "currency", `${name}_status`, ...own],
  });

export const batchPlaces: Readonly<Record<BatchName, Places>> = {
  capture: placesIn("capture", ["error_message"]),
  cancel: placesIn("cancel", ["error_message"]),
  refund: placesIn("refund", ["refund_amount", "refund_reason", "refund_message"]),
  review: placesIn("review", ["error_message", "review_flag"]),
};

export type CaptureAnswerItem = z.infer<typeof CaptureAnswerItem>;
export type CancelAnswerItem = z.infer<typeof CancelAnswerItem>;
export type RefundAnswerItem = z.infer<typeof RefundAnswerItem>;
export type ReviewAnswerItem = z.infer<typeof ReviewAnswerItem>;

export const batchPath: Readonly<Record<BatchName, string>> = {
  capture: "/v1/capture",
  cancel: "/v1/cancel",
  refund: "/v1/refund",
  review: "/v1/review",
};

const ordersField = {
  capture: "capture_orders",
  cancel: "cancel_orders",
  refund: "refund_orders",
  review: "review_orders",
} as const satisfies Readonly<Record<BatchName, string>>;

type WireItem = Readonly<Record<string, string>>;

function batchEnvelope(account: GatewayAccount, name: BatchName, items: readonly WireItem[]): Record<string, unknown> {
  const { merchantId, accountId, signingKeys, profile } = account;
  let transactionIds = "";
  for (const { transaction_id: id = "" } of items) transactionIds += id;
  const signed = { merchant_id: merchantId, account_id: accountId, transaction_ids: transactionIds };
  return {
    merchant_id: merchantId,
    account_id: accountId,
    encryption_data: sign(profile.signing, name, signed, signingKeys[0] ?? ""),
    [ordersField[name]]: items,
  };
}

export function paymentBatch(
  account: GatewayAccount,
  name: "capture" | "cancel",
  items: readonly PaymentItem[],
): Record<string, unknown> {
  const { money: rules } = account.profile;
  const wire = items.map(({ orderNo, gatewayPaymentId, money }) => ({
    transaction_id: gatewayPaymentId,
    order_no: orderNo,
    currency: money.currency,
    amount: toWireAmount(money, rules),
  }));
  return batchEnvelope(account, name, wire);
}

export function refundBatch(account: GatewayAccount, items: readonly RefundItem[]): Record<string, unknown> {
  const { money: rules } = account.profile;
  const wire = items.map((item) => ({
    transaction_id: item.gatewayPaymentId,
    order_no: item.orderNo,
    currency: item.orderMoney.currency,
    amount: toWireAmount(item.orderMoney, rules),
    refund_amount: toWireAmount(item.refundMoney, rules),
    refund_reason: item.operationId,
  }));
  return batchEnvelope(account, "refund", wire);
}

/** The wire's value for this decision; null: the profile has none. */
export const reviewFlagOf = ({ profile }: GatewayAccount, action: ReviewItem["action"]): string | null =>
  (action === "approve" ? profile.review.approveFlag : profile.review.rejectFlag) ?? null;

export function reviewBatch(account: GatewayAccount, items: readonly ReviewItem[]): Record<string, unknown> {
  const { money: rules } = account.profile;
  const wire = items.map(({ orderNo, gatewayPaymentId, money, action }) => ({
    transaction_id: gatewayPaymentId,
    order_no: orderNo,
    currency: money.currency,
    amount: toWireAmount(money, rules),
    review_flag: reviewFlagOf(account, action) ?? "",
  }));
  return batchEnvelope(account, "review", wire);
}
