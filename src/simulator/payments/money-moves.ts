import type { Gateway } from "../context";
import { isHeldWithMoney, watch } from "./decisions";
import type { RefundRecord, Transaction } from "./transaction";
import { capturedOf, refundedOf } from "./transaction";

/** Capture, void and refund, by the store or in the portal: same rules, separate counts. The caller saves. */
export type Asker = "api" | "portal";

/** Null: an invalid amount. */
export interface Asked {
  readonly amount: bigint | null;
  readonly by: Asker;
}

export type Moved = { readonly problem: string } | { readonly refund?: RefundRecord };

const WRONG_AMOUNT: Moved = { problem: "I0004:Amount is wrong" };

const markOf = (by: Asker): { readonly by?: "portal" } => (by === "portal" ? { by } : {});

export function capture(gateway: Gateway, transaction: Transaction, { amount, by }: Asked): Moved {
  if (amount === null || amount === 0n) return WRONG_AMOUNT;
  const isAgain = transaction.state === "captured";
  if (isAgain && !gateway.multipleCaptures) return { problem: "E1002:Already captured" };
  if (!isAgain && transaction.state !== "authorised") return { problem: "E1003:Not authorised" };
  if (isHeldWithMoney(transaction)) return { problem: "E1010:Held for review" };
  if (capturedOf(transaction) + amount > BigInt(transaction.amount)) return { problem: "E1004:More than authorised" };
  transaction.captures.push({ amount: amount.toString(), at: gateway.now().toISOString(), ...markOf(by) });
  transaction.state = "captured";
  gateway.book.count(by === "portal" ? "portal_capture" : "capture", transaction);
  gateway.notifier.announce(transaction, { kind: "capture" });
  return {};
}

/** The whole authorisation: there are no partial voids. */
export function cancel(gateway: Gateway, transaction: Transaction, { amount, by }: Asked): Moved {
  if (amount !== BigInt(transaction.amount)) return WRONG_AMOUNT;
  if (transaction.state === "voided") return { problem: "E1005:Already cancelled" };
  if (transaction.state !== "authorised") return { problem: "E1006:Cannot be cancelled" };
  transaction.state = "voided";
  transaction.result_info = "0017:Cancelled by the merchant";
  gateway.book.count(by === "portal" ? "portal_void" : "cancel", transaction);
  gateway.notifier.announce(transaction, { kind: "void" });
  return {};
}

export function refund(
  gateway: Gateway,
  transaction: Transaction,
  { amount, by, reason }: Asked & { readonly reason: string },
): Moved {
  if (amount === null || amount === 0n) return WRONG_AMOUNT;
  if (transaction.state !== "captured") return { problem: "E1007:Not captured" };
  if (refundedOf(transaction) + amount > capturedOf(transaction)) return { problem: "E1008:More than captured" };
  const made: RefundRecord = {
    reference: `RF${gateway.book.nextNumber()}`,
    amount: amount.toString(),
    reason: reason.slice(0, 50),
    at: gateway.now().toISOString(),
    processedAt: null,
    failed: false,
    ...markOf(by),
  };
  gateway.book.addRefund(transaction, made);
  gateway.book.count(by === "portal" ? "portal_refund" : "refund", transaction);
  watch(gateway, transaction);
  gateway.notifier.announce(transaction, { kind: "refund", refund: made });
  return { refund: made };
}
