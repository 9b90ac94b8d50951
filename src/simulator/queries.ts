import { decimal } from "./amount";
import type { Transaction } from "./book";
import type { Done, Fields, Gateway } from "./context";
import { activeKey, json, textOf } from "./context";
import { orderStatus, paymentStatus, stamp } from "./notifier";
import { signFields } from "./signature";

/** POST /v1/retrievalTrans and /v1/retrievalRefund: form in, JSON out, at most 100 ids and 1,000 characters. */
const MOST_IDS = 100;
const MOST_CHARACTERS = 1_000;

export function queryPayments(gateway: Gateway, fields: Fields): Done {
  return query(gateway, fields, { list: "orders_list", byOrder: "orders", byId: "trades", signed: false }, (wanted) =>
    wanted.map((transaction) => paymentRow(transaction)),
  );
}

export function queryRefunds(gateway: Gateway, fields: Fields): Done {
  return query(
    gateway,
    fields,
    { list: "refund_orders", byOrder: "refund_orders", byId: "merchant_refunds", signed: true },
    (wanted) => wanted.flatMap((transaction) => refundRows(transaction)),
  );
}

interface QueryShape {
  readonly list: string;
  readonly byOrder: string;
  readonly byId: string;
  readonly signed: boolean;
}

function query(
  gateway: Gateway,
  fields: Fields,
  shape: QueryShape,
  rows: (wanted: readonly Transaction[]) => readonly Fields[],
): Done {
  const isSigned = gateway.signingKeys.some(
    (key) => signFields("account", fields, key) === textOf(fields, "encryption_data"),
  );
  const isOurs = fields.merchant_id === gateway.merchantId && fields.account_id === gateway.accountId;
  const orders = split(textOf(fields, shape.byOrder));
  const numbers = split(textOf(fields, shape.byId));
  const ids = [...orders, ...numbers];
  const answer = (status: string, message: string, list: readonly Fields[]): Done => ({
    answer: json({
      merchant_id: gateway.merchantId,
      account_id: gateway.accountId,
      return_status: status,
      return_message: message,
      ...(shape.signed && { encryption_data: signFields("account", fields, activeKey(gateway)) }),
      [shape.list]: list,
    }),
    applied: false,
    signatureOk: isSigned,
    orderNos: ids,
  });
  if (!isOurs) return answer("2", "Unknown account", []);
  if (!isSigned) return answer("3", "I0013:Signature is wrong", []);
  const isTooLong = textOf(fields, shape.byOrder).length > MOST_CHARACTERS || ids.length > MOST_IDS;
  if (ids.length === 0 || isTooLong) return answer("4", "Between 1 and 100 orders", []);
  const wanted = gateway.book.transactions.filter(
    ({ order_no, transaction_id }) => orders.includes(order_no) || numbers.includes(transaction_id),
  );
  return answer("1", "OK", rows(wanted));
}

const split = (text: string): string[] =>
  text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");

function paymentRow(transaction: Transaction): Fields {
  const { state } = transaction;
  const isFailed = state === "declined" || state === "doubtful" || state === "voided";
  return {
    amount: decimal(BigInt(transaction.amount)),
    currency: transaction.currency,
    order_no: transaction.order_no,
    transaction_id: transaction.transaction_id,
    reference_no: transaction.transaction_id,
    transaction_date: stamp(transaction.created_at),
    payment_status: paymentStatus(transaction),
    query_result: isFailed ? "0" : orderStatus(transaction),
    result_info: transaction.result_info,
    is3ds: "0",
    fraud_check_result: [{ check_items: "velocity", status: transaction.risk_action }],
  };
}

const refundRows = (transaction: Transaction): Fields[] =>
  transaction.refunds.map((refund) => ({
    transaction_id: transaction.transaction_id,
    order_no: transaction.order_no,
    amount: decimal(BigInt(transaction.amount)),
    currency: transaction.currency,
    payment_status: paymentStatus(transaction),
    refund_status: refund.failed ? "-1" : "1",
    refund_amount: decimal(BigInt(refund.amount)),
    refund_reason: refund.reason,
    refund_reference: refund.reference,
    refund_reference_id: refund.reference,
    refund_date: stamp(refund.at),
    refund_processing_date: stamp(refund.processedAt),
  }));
