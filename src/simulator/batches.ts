import { decimal, hundredths } from "./amount";
import type { Transaction } from "./book";
import { capturedOf, refundedOf } from "./book";
import type { Done, Fields, Gateway } from "./context";
import { activeKey, json, textOf } from "./context";
import { signBatch } from "./signature";

/** POST /v1/capture, /v1/cancel and /v1/refund: HTTP 200 with an envelope; each item has its own outcome. */
export type BatchName = "capture" | "cancel" | "refund";

const MOST_ITEMS = 50;

export function batch(gateway: Gateway, name: BatchName, fields: Fields): Done {
  const list = fields[`${name}_orders`];
  const items = Array.isArray(list) ? list.filter(isFields) : [];
  const account = { merchant_id: fields.merchant_id, account_id: fields.account_id };
  const transactionIds = items.map((item) => item.transaction_id);
  const isSigned = gateway.signingKeys.some(
    (key) => signBatch(account, transactionIds, key) === textOf(fields, "encryption_data"),
  );
  const isOurs = account.merchant_id === gateway.merchantId && account.account_id === gateway.accountId;
  const orderNos = items.map((item) => textOf(item, "order_no"));
  const envelope = (status: string, message: string, orders: readonly Fields[], applied: boolean): Done => ({
    answer: json({
      merchant_id: gateway.merchantId,
      account_id: gateway.accountId,
      return_status: status,
      return_message: message,
      encryption_data: signBatch(account, transactionIds, activeKey(gateway)),
      [`${name}_orders`]: orders,
    }),
    applied,
    signatureOk: isSigned,
    orderNos,
  });
  if (!isOurs) return envelope("2", "Unknown account", [], false);
  if (!isSigned) return envelope("3", "I0013:Signature is wrong", [], false);
  if (items.length === 0 || items.length > MOST_ITEMS) return envelope("4", "Between 1 and 50 orders", [], false);
  const results = items.map((item) => runItem(gateway, name, item));
  gateway.book.save();
  return envelope(
    "1",
    "OK",
    results.map(({ row }) => row),
    results.some(({ applied }) => applied),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface ItemResult {
  readonly row: Fields;
  readonly applied: boolean;
}

function runItem(gateway: Gateway, name: BatchName, item: Fields): ItemResult {
  const transaction = gateway.book.byId(textOf(item, "transaction_id"));
  const isMatching =
    transaction?.order_no === textOf(item, "order_no") && transaction.currency === textOf(item, "currency");
  const problem = transaction && isMatching ? null : "R0404:No such transaction";
  const refused = problem ?? (transaction ? apply(gateway, name, { transaction, item }) : null);
  const isDone = refused === null;
  if (isDone && transaction) {
    gateway.book.effects[name] += 1;
    gateway.notifier.announce(transaction, name === "cancel" ? "void" : name);
  }
  return { row: rowOf(name, item, { refused, transaction }), applied: isDone };
}

interface Subject {
  readonly transaction: Transaction;
  readonly item: Fields;
}

/** Null when it was done, else the error text. */
function apply(gateway: Gateway, name: BatchName, subject: Subject): string | null {
  switch (name) {
    case "capture":
      return capture(gateway, subject);
    case "cancel":
      return cancel(subject);
    case "refund":
      return refund(gateway, subject);
  }
}

function capture(gateway: Gateway, { transaction, item }: Subject): string | null {
  const amount = hundredths(item.amount);
  if (amount === null || amount === 0n) return "I0004:Amount is wrong";
  const isAgain = transaction.state === "captured";
  if (transaction.state !== "authorised" && !(isAgain && gateway.multipleCaptures)) {
    return isAgain ? "E1002:Already captured" : "E1003:Not authorised";
  }
  if (capturedOf(transaction) + amount > BigInt(transaction.amount)) return "E1004:More than authorised";
  transaction.captures.push({ amount: amount.toString(), at: gateway.now().toISOString() });
  transaction.state = "captured";
  return null;
}

function cancel({ transaction }: Subject): string | null {
  if (transaction.state === "voided") return "E1005:Already cancelled";
  if (transaction.state !== "authorised") return "E1006:Cannot be cancelled";
  transaction.state = "voided";
  transaction.result_info = "0017:Cancelled by the merchant";
  return null;
}

function refund(gateway: Gateway, { transaction, item }: Subject): string | null {
  const amount = hundredths(item.refund_amount);
  if (amount === null || amount === 0n) return "I0004:Amount is wrong";
  if (transaction.state !== "captured") return "E1007:Not captured";
  if (refundedOf(transaction) + amount > capturedOf(transaction)) return "E1008:More than captured";
  transaction.refunds.push({
    reference: `RF${gateway.book.nextNumber()}`,
    amount: amount.toString(),
    reason: textOf(item, "refund_reason").slice(0, 50),
    at: gateway.now().toISOString(),
    processedAt: null,
    failed: false,
  });
  return null;
}

interface ItemOutcome {
  readonly refused: string | null;
  readonly transaction: Transaction | undefined;
}

function rowOf(name: BatchName, item: Fields, { refused, transaction }: ItemOutcome): Fields {
  const shared = {
    transaction_id: textOf(item, "transaction_id"),
    order_no: textOf(item, "order_no"),
    currency: textOf(item, "currency"),
    amount: textOf(item, "amount"),
  };
  if (name !== "refund")
    return { ...shared, [`${name}_status`]: refused === null ? "1" : "0", error_message: refused ?? "" };
  const made = refused === null ? transaction?.refunds.at(-1) : undefined;
  return {
    ...shared,
    refund_amount: made ? decimal(BigInt(made.amount)) : textOf(item, "refund_amount"),
    refund_message: refused ?? "V0000:OK",
    refund_reason: textOf(item, "refund_reason"),
    refund_reference: made?.reference ?? "",
    refund_reference_id: made?.reference ?? "",
    refund_status: refused === null ? "1" : "0",
  };
}
