import { decimal, hundredths } from "./amount";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import { decideTransaction, isHeldWithMoney } from "./decisions";
import type { Moved } from "./money-moves";
import { cancel, capture, refund } from "./money-moves";
import type { Transaction } from "./transaction";

/** Applies one item of a batch to its transaction; returns an error text if it is refused. */
export type BatchName = "capture" | "cancel" | "refund" | "review";

export interface ItemResult {
  readonly row: Fields;
  readonly applied: boolean;
}

interface Subject {
  readonly transaction: Transaction;
  readonly item: Fields;
}

export function runItem(gateway: Gateway, name: BatchName, item: Fields): ItemResult {
  const transaction = gateway.book.byId(textOf(item, "transaction_id"));
  const isMatching =
    transaction?.order_no === textOf(item, "order_no") && transaction.currency === textOf(item, "currency");
  const done: Moved =
    transaction && isMatching ? apply(gateway, name, { transaction, item }) : { problem: "R0404:No such transaction" };
  return { row: rowOf(name, item, done), applied: !("problem" in done) };
}

function apply(gateway: Gateway, name: BatchName, subject: Subject): Moved {
  const { transaction, item } = subject;
  const amount = hundredths(item.amount);
  switch (name) {
    case "capture":
      return capture(gateway, transaction, { amount, by: "api" });
    case "cancel":
      return cancel(gateway, transaction, { amount, by: "api" });
    case "refund":
      return refundItem(gateway, subject);
    case "review":
      return review(gateway, subject);
  }
}

function refundItem(gateway: Gateway, { transaction, item }: Subject): Moved {
  // The payment's own amount only has to be a valid amount.
  const amount = hundredths(item.amount) === null ? null : hundredths(item.refund_amount);
  return refund(gateway, transaction, { amount, by: "api", reason: textOf(item, "refund_reason") });
}

/** "1" approves and "0" declines: the interface shows only the 1. */
function review(gateway: Gateway, { transaction, item }: Subject): Moved {
  const flag = textOf(item, "review_flag");
  if (flag !== "0" && flag !== "1") return { problem: "I0005:Review flag is wrong" };
  if (transaction.state !== "review" && !isHeldWithMoney(transaction)) return { problem: "E1009:Not held for review" };
  decideTransaction(gateway, transaction, flag === "1" ? "approve" : "decline");
  return {};
}

function rowOf(name: BatchName, item: Fields, done: Moved): Fields {
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
