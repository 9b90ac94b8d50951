import { z } from "@medusajs/framework/zod";
import type { PaymentItem, RefundItem, ReviewItem } from "../faces";
import { toWire } from "./wire-money";
import type { GatewayAccount } from "../options";
import { sign } from "../signing";

/**
 * Capture, cancel, refund and review: one envelope, an array of items, an answer with an
 * array of items (interface, "Batch order items"). Every item field is text.
 */
export type BatchName = "capture" | "cancel" | "refund" | "review";

const text = z.string();
const itemOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    transaction_id: text.optional(),
    order_no: text,
    amount: text.optional(),
    currency: text.optional(),
    ...shape,
  });

const envelopeFields = {
  merchant_id: text.optional(),
  account_id: text.optional(),
  return_status: z.union([text, z.number().transform(String)]),
  return_message: text.nullish(),
  encryption_data: text.nullish(),
};

export const CaptureAnswerItem = itemOf({ capture_status: text, error_message: text.nullish() });
export const CancelAnswerItem = itemOf({ cancel_status: text, error_message: text.nullish() });
export const RefundAnswerItem = itemOf({
  refund_amount: text.optional(),
  refund_message: text.nullish(),
  refund_reason: text.nullish(),
  refund_reference: text.nullish(),
  refund_reference_id: text.nullish(),
  refund_status: text,
});

export const ReviewAnswerItem = itemOf({
  review_flag: text.nullish(),
  review_status: text,
  error_message: text.nullish(),
});

/** Of a batch's answer, beside its items. */
export interface BatchEnvelope {
  readonly merchant_id?: string | undefined;
  readonly account_id?: string | undefined;
  readonly return_status: string;
  readonly encryption_data?: string | null | undefined;
}

export const BatchAnswer = {
  capture: z.object({ ...envelopeFields, capture_orders: z.array(CaptureAnswerItem).nullish() }),
  cancel: z.object({ ...envelopeFields, cancel_orders: z.array(CancelAnswerItem).nullish() }),
  refund: z.object({ ...envelopeFields, refund_orders: z.array(RefundAnswerItem).nullish() }),
  review: z.object({ ...envelopeFields, review_orders: z.array(ReviewAnswerItem).nullish() }),
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

type WireItem = Readonly<Record<string, string>>;

function batchEnvelope(account: GatewayAccount, name: BatchName, items: readonly WireItem[]): Record<string, unknown> {
  const { merchantId, accountId, signingKeys, profile } = account;
  const transactionIds = items.map((item) => item.transaction_id ?? "").join("");
  const signed = { merchant_id: merchantId, account_id: accountId, transaction_ids: transactionIds };
  return {
    merchant_id: merchantId,
    account_id: accountId,
    encryption_data: sign(profile.signing, name, signed, signingKeys[0] ?? ""),
    [`${name}_orders`]: items,
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
    amount: toWire(money, rules),
  }));
  return batchEnvelope(account, name, wire);
}

export function refundBatch(account: GatewayAccount, items: readonly RefundItem[]): Record<string, unknown> {
  const { money: rules } = account.profile;
  const wire = items.map((item) => ({
    transaction_id: item.gatewayPaymentId,
    order_no: item.orderNo,
    currency: item.orderMoney.currency,
    amount: toWire(item.orderMoney, rules),
    refund_amount: toWire(item.refundMoney, rules),
    refund_reason: item.operationId,
  }));
  return batchEnvelope(account, "refund", wire);
}

/** What says this verdict on the wire; null: the profile names nothing that does. */
export const reviewFlagOf = ({ profile }: GatewayAccount, verdict: ReviewItem["verdict"]): string | null =>
  (verdict === "approve" ? profile.review.approveFlag : profile.review.rejectFlag) ?? null;

export function reviewBatch(account: GatewayAccount, items: readonly ReviewItem[]): Record<string, unknown> {
  const { money: rules } = account.profile;
  const wire = items.map(({ orderNo, gatewayPaymentId, money, verdict }) => ({
    transaction_id: gatewayPaymentId,
    order_no: orderNo,
    currency: money.currency,
    amount: toWire(money, rules),
    review_flag: reviewFlagOf(account, verdict) ?? "",
  }));
  return batchEnvelope(account, "review", wire);
}
