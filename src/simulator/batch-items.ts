import { decimal, hundredths } from "./amount";
import type { RefundRecord, Transaction } from "./transaction";
import { capturedOf, refundedOf } from "./transaction";
import type { Fields, Gateway } from "./context";
import { textOf } from "./context";
import { decide, isHeldWithMoney } from "./decisions";

/**
 * What one item of a batch does to its transaction: an error text when it is refused,
 * else the change is in the books. The batch around it checks account and signature.
 */
export type BatchName = "capture" | "cancel" | "refund" | "review";

export interface ItemResult {
  readonly row: Fields;
  readonly applied: boolean;
}

type Applied = { readonly problem: string } | { readonly refund?: RefundRecord };

interface Subject {
  readonly transaction: Transaction;
  readonly item: Fields;
}

export function runItem(gateway: Gateway, name: BatchName, item: Fields): ItemResult {
  const transaction = gateway.book.byId(textOf(item, "transaction_id"));
  const isMatching =
    transaction?.order_no === textOf(item, "order_no") && transaction.currency === textOf(item, "currency");
  const done: Applied =
    transaction && isMatching ? apply(gateway, name, { transaction, item }) : { problem: "R0404:No such transaction" };
  return { row: rowOf(name, item, done), applied: !("problem" in done) };
}

function apply(gateway: Gateway, name: BatchName, subject: Subject): Applied {
  switch (name) {
    case "capture":
      return capture(gateway, subject);
    case "cancel":
      return cancel(gateway, subject);
    case "refund":
      return refund(gateway, subject);
    case "review":
      return review(gateway, subject);
  }
}

function capture(gateway: Gateway, { transaction, item }: Subject): Applied {
  const amount = hundredths(item.amount);
  if (amount === null || amount === 0n) return { problem: "I0004:Amount is wrong" };
  const isAgain = transaction.state === "captured";
  if (isAgain && !gateway.multipleCaptures) return { problem: "E1002:Already captured" };
  if (!isAgain && transaction.state !== "authorised") return { problem: "E1003:Not authorised" };
  if (isHeldWithMoney(transaction)) return { problem: "E1010:Held for review" };
  if (capturedOf(transaction) + amount > BigInt(transaction.amount)) return { problem: "E1004:More than authorised" };
  transaction.captures.push({ amount: amount.toString(), at: gateway.now().toISOString() });
  transaction.state = "captured";
  gateway.book.count("capture", transaction);
  gateway.notifier.announce(transaction, { kind: "capture" });
  return {};
}

function cancel(gateway: Gateway, { transaction, item }: Subject): Applied {
  if (hundredths(item.amount) !== BigInt(transaction.amount)) return { problem: "I0004:Amount is wrong" };
  if (transaction.state === "voided") return { problem: "E1005:Already cancelled" };
  if (transaction.state !== "authorised") return { problem: "E1006:Cannot be cancelled" };
  transaction.state = "voided";
  transaction.result_info = "0017:Cancelled by the merchant";
  gateway.book.count("cancel", transaction);
  gateway.notifier.announce(transaction, { kind: "void" });
  return {};
}

function refund(gateway: Gateway, { transaction, item }: Subject): Applied {
  const amount = hundredths(item.refund_amount);
  if (amount === null || amount === 0n || hundredths(item.amount) === null) return { problem: "I0004:Amount is wrong" };
  if (transaction.state !== "captured") return { problem: "E1007:Not captured" };
  if (refundedOf(transaction) + amount > capturedOf(transaction)) return { problem: "E1008:More than captured" };
  const made: RefundRecord = {
    reference: `RF${gateway.book.nextNumber()}`,
    amount: amount.toString(),
    reason: textOf(item, "refund_reason").slice(0, 50),
    at: gateway.now().toISOString(),
    processedAt: null,
    failed: false,
  };
  transaction.refunds.push(made);
  gateway.book.count("refund", transaction);
  gateway.notifier.announce(transaction, { kind: "refund", refund: made });
  return { refund: made };
}

/** "1" approves and "0" declines: the interface shows only the 1. */
function review(gateway: Gateway, { transaction, item }: Subject): Applied {
  const flag = textOf(item, "review_flag");
  if (flag !== "0" && flag !== "1") return { problem: "I0005:Review flag is wrong" };
  if (transaction.state !== "review" && !isHeldWithMoney(transaction)) return { problem: "E1009:Not held for review" };
  decide(gateway, transaction, flag === "1" ? "approve" : "decline");
  return {};
}

function rowOf(name: BatchName, item: Fields, done: Applied): Fields {
  const problem = "problem" in done ? done.problem : "";
  const status = problem === "" ? "1" : "0";
  const shared = {
    transaction_id: textOf(item, "transaction_id"),
    order_no: textOf(item, "order_no"),
    currency: textOf(item, "currency"),
    amount: textOf(item, "amount"),
  };
  if (name === "review") {
    return { ...shared, review_flag: textOf(item, "review_flag"), review_status: status, error_message: problem };
  }
  if (name !== "refund") return { ...shared, [`${name}_status`]: status, error_message: problem };
  const made = "problem" in done ? undefined : done.refund;
  return {
    ...shared,
    refund_amount: made ? decimal(BigInt(made.amount)) : textOf(item, "refund_amount"),
    refund_message: problem || "V0000:OK",
    refund_reason: textOf(item, "refund_reason"),
    refund_reference: made?.reference ?? "",
    refund_reference_id: made?.reference ?? "",
    refund_status: status,
  };
}
