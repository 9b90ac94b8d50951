import { decimal } from "./amount";
import type { RefundRecord, Transaction } from "./transaction";
import type { Done, Fields, Gateway } from "../context";
import { activeKey, json, textOf } from "../context";
import { isSignedBy, signFields } from "../notifications/signature";
import { subscriptionResult } from "../subscriptions/subscription-wire";
import { paymentStatus, queryResult, stamp } from "./wire-status";

/** Form in, JSON out, at most 100 ids and 1,000 characters per selector. Read only; unknown ids have no row. */
const MOST_IDS = 100;
const MOST_CHARACTERS = 1_000;

/** By order numbers (`orders`) or transaction ids (`trades`). */
export function queryPayments(gateway: Gateway, fields: Fields): Done {
  return query(gateway, fields, {
    list: "orders_list",
    selectors: ["orders", "trades"],
    signed: false,
    find: (all, selector, id) => (selector === "orders" ? ofOrder(all, id) : single(all.book.byId(id))),
    rows: (transaction) => [paymentRow(gateway, transaction)],
  });
}

/** By order numbers (`refund_orders`), references (`refund_references`) or merchant's reasons (`merchant_refunds`). */
export function queryRefunds(gateway: Gateway, fields: Fields): Done {
  return query(gateway, fields, {
    list: "refund_orders",
    selectors: ["refund_orders", "refund_references", "merchant_refunds"],
    signed: true,
    find: ({ book }, selector, id) => (selector === "refund_orders" ? book.byOrder(id) : book.byRefund(id)),
    rows: (transaction, chosen) =>
      transaction.refunds
        .filter(
          ({ reference, reason }) =>
            chosen("refund_orders", transaction.order_no) ||
            chosen("refund_references", reference) ||
            chosen("merchant_refunds", reason),
        )
        .map((refund) => refundRow(transaction, refund)),
  });
}

interface QueryShape {
  readonly list: string;
  readonly selectors: readonly string[];
  readonly signed: boolean;
  readonly find: (gateway: Gateway, selector: string, id: string) => readonly Transaction[];
  readonly rows: (transaction: Transaction, chosen: (selector: string, id: string) => boolean) => readonly Fields[];
}

function query(gateway: Gateway, fields: Fields, { list, selectors, signed, find, rows }: QueryShape): Done {
  const signatureBy = (key: string): string => signFields("account", fields, key);
  const isSigned = isSignedBy(gateway.signingKeys, signatureBy, fields.encryption_data);
  const isOurs = fields.merchant_id === gateway.merchantId && fields.account_id === gateway.accountId;
  const wanted = new Map(selectors.map((name) => [name, new Set(split(textOf(fields, name)))]));
  const ids = [...wanted.values()].flatMap((set) => [...set]);
  const answer = (status: string, message: string, found: readonly Fields[] = []): Done => ({
    answer: json({
      merchant_id: gateway.merchantId,
      account_id: gateway.accountId,
      return_status: status,
      return_message: message,
      ...(signed && { encryption_data: signatureBy(activeKey(gateway)) }),
      [list]: found,
    }),
    applied: false,
    signatureOk: isSigned,
    orderNos: ids,
  });
  if (!isOurs) return answer("2", "Unknown account");
  if (!isSigned) return answer("3", "I0013:Signature is wrong");
  const isTooLong = selectors.some((name) => textOf(fields, name).length > MOST_CHARACTERS);
  if (ids.length === 0 || ids.length > MOST_IDS || isTooLong) {
    return answer("4", `Between 1 and ${String(MOST_IDS)} ids and at most ${String(MOST_CHARACTERS)} characters`);
  }
  if (gateway.trouble.failQueries === "ip") return refused(ids, list, answer);
  const chosen = (selector: string, id: string): boolean => wanted.get(selector)?.has(id) ?? false;
  const asked = [...wanted].flatMap(([selector, set]) => [...set].flatMap((id) => find(gateway, selector, id)));
  return answer(
    "1",
    "OK",
    [...new Set(asked)].flatMap((transaction) => rows(transaction, chosen)),
  );
}

/** An unregistered address is reported in each row of a payment query, and once for a refund query. */
function refused(
  ids: readonly string[],
  list: string,
  answer: (status: string, message: string, found?: readonly Fields[]) => Done,
): Done {
  const info = "I0007:IP address is not registered";
  if (list === "refund_orders") return answer("7", info);
  return answer(
    "1",
    "OK",
    ids.map((id) => ({ order_no: id, query_result: "7", result_info: info })),
  );
}

/** The payments of this number; with the setting, also those of the subscription that one of them started. */
function ofOrder({ book, renewals }: Gateway, orderNo: string): readonly Transaction[] {
  const own = book.byOrder(orderNo);
  if (renewals.orderNo !== "own-listed") return own;
  const begun = own.flatMap((transaction) => book.subscription(transaction.recurring_id) ?? []);
  const charges = begun.filter((contract) => contract.order_no === orderNo).flatMap((contract) => contract.charges);
  return [...own, ...charges.flatMap((id) => book.byId(id) ?? [])];
}

const single = (transaction: Transaction | undefined): readonly Transaction[] => (transaction ? [transaction] : []);

const split = (text: string): string[] =>
  text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");

const DELIVERY = ["address", "city", "country", "firstname", "lastname", "postal_code", "state"];

function paymentRow(gateway: Gateway, transaction: Transaction): Fields {
  const echoed = (name: string): string => transaction.echo?.[name] ?? "";
  return {
    amount: decimal(BigInt(transaction.amount)),
    currency: transaction.currency,
    order_no: transaction.order_no,
    transaction_id: transaction.transaction_id,
    reference_no: transaction.transaction_id,
    transaction_date: stamp(transaction.created_at),
    payment_status: paymentStatus(transaction),
    query_result: queryResult(transaction),
    result_info: transaction.result_info,
    is3ds: transaction.is_3ds ? "1" : "0",
    shopper_email: echoed("shopper_email"),
    shopper_phone: echoed("shopper_phone"),
    delivery_information: Object.fromEntries(DELIVERY.map((name) => [`delivery_${name}`, echoed(`delivery_${name}`)])),
    antifraud_provider: "sandbox",
    fraud_check_result: [{ check_items: "velocity", status: transaction.risk_action }],
    subscription_result: subscriptionResult(gateway, transaction),
  };
}

const refundRow = (transaction: Transaction, refund: RefundRecord): Fields => ({
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
});
