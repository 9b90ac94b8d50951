import { classifyPaymentItem, classifyRefundItem, classifyReviewItem, unknown } from "./classify-response";
import { readJson } from "../codec/json";
import { CodecError } from "../model/errors";
import type { PaymentItem, RefundItem, ReviewItem } from "../model/client-api";
import type { PaymentFact, RefundFact } from "../model/facts";
import type { BatchEnvelope } from "../operations/batch";
import { BatchAnswer, batchPlaces } from "../operations/batch";
import { readAnswer } from "../operations/wire-values";
import type { GatewayAccount } from "../model/account";
import type { Outcome } from "../model/outcome";

/** The response to a batch as its envelope and its items, each with the outcome of the requested item. It sends nothing. */
export interface ReadBatch<Item, F> {
  readonly envelope: BatchEnvelope;
  readonly rows: readonly BatchRow<Item, F>[];
}

export interface BatchRow<Item, F> {
  readonly order_no: string;
  readonly transaction_id?: string | undefined;
  readonly classify: (item: Item) => Outcome<F>;
}

export function readReviewBatch(account: GatewayAccount, body: Buffer): ReadBatch<ReviewItem, PaymentFact> {
  const envelope = readAnswer(BatchAnswer.review, readJson(body), batchPlaces.review);
  const rows = envelope.review_orders.map((values) => ({
    order_no: values.order_no,
    transaction_id: values.transaction_id,
    classify: (item: ReviewItem) => classifyReviewItem(account, item, values),
  }));
  return { envelope, rows };
}

export function readCaptureBatch(account: GatewayAccount, body: Buffer): ReadBatch<PaymentItem, PaymentFact> {
  const envelope = readAnswer(BatchAnswer.capture, readJson(body), batchPlaces.capture);
  const rows = envelope.capture_orders.map((values) => ({
    order_no: values.order_no,
    transaction_id: values.transaction_id,
    classify: (item: PaymentItem) =>
      classifyPaymentItem(account, item, { values, status: values.capture_status, success: "captured" }),
  }));
  return { envelope, rows };
}

export function readCancelBatch(account: GatewayAccount, body: Buffer): ReadBatch<PaymentItem, PaymentFact> {
  const envelope = readAnswer(BatchAnswer.cancel, readJson(body), batchPlaces.cancel);
  const rows = envelope.cancel_orders.map((values) => ({
    order_no: values.order_no,
    transaction_id: values.transaction_id,
    classify: (item: PaymentItem) =>
      classifyPaymentItem(account, item, { values, status: values.cancel_status, success: "voided" }),
  }));
  return { envelope, rows };
}

export function readRefundBatch(account: GatewayAccount, body: Buffer): ReadBatch<RefundItem, RefundFact> {
  const envelope = readAnswer(BatchAnswer.refund, readJson(body), batchPlaces.refund);
  const rows = envelope.refund_orders.map((values) => ({
    order_no: values.order_no,
    transaction_id: values.transaction_id,
    classify: (item: RefundItem) => classifyRefundItem(account, item, values),
  }));
  return { envelope, rows };
}

/** What cannot be read proves nothing. */
export function readOrReason<Item, F>(
  body: Buffer,
  read: (body: Buffer) => ReadBatch<Item, F>,
): ReadBatch<Item, F> | Outcome<never> {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof CodecError || error instanceof TypeError) return unknown("unreadable", error.message);
    throw error;
  }
}
