import type { RefundRecord, Transaction } from "./book";
import type { Gateway } from "./context";

/**
 * What the gateway decides after it has answered: pending and held payments, and
 * refunds that the bank works through. Some of it comes by itself when the clock has
 * passed, all of it on command. Each decision is announced.
 */
export function decide(gateway: Gateway, transaction: Transaction, outcome: "approve" | "decline"): boolean {
  if (transaction.state !== "pending" && transaction.state !== "review") return false;
  if (outcome === "approve") {
    transaction.state = approvedState(gateway);
    transaction.result_info = "0000:Success";
    if (transaction.state === "captured")
      transaction.captures.push({ amount: transaction.amount, at: stampNow(gateway) });
    gateway.book.effects.authorise += 1;
  } else {
    transaction.state = "declined";
    transaction.result_info = "0005:Declined after all";
  }
  if (transaction.risk_action === "REVIEW") transaction.risk_action = outcome === "approve" ? "ACCEPT" : "REJECT";
  gateway.book.save();
  gateway.notifier.announce(transaction, { kind: "payment" });
  return true;
}

/** An account that captures by itself has the money as soon as the payment is approved. */
export const approvedState = ({ captureMode }: Gateway): "authorised" | "captured" =>
  captureMode === "automatic" ? "captured" : "authorised";

/** Refunds that the bank has not worked through yet. */
export const waitingRefunds = ({ refunds }: Transaction): RefundRecord[] =>
  refunds.filter(({ processedAt }) => processedAt === null);

/** The bank's answer to refunds of one transaction. A failed one gives its amount back. */
export function processRefunds(
  gateway: Gateway,
  transaction: Transaction,
  { refunds, outcome }: { readonly refunds: readonly RefundRecord[]; readonly outcome: "done" | "failed" },
): void {
  for (const refund of refunds) {
    refund.failed = outcome === "failed";
    refund.processedAt = stampNow(gateway);
    gateway.notifier.announce(transaction, { kind: "refund", refund });
  }
  if (refunds.length > 0) gateway.book.save();
}

/** Does what the clock has made due. Held payments wait for a person and are never due. */
export function settleDue(gateway: Gateway): void {
  const { pendingMs, refundMs } = gateway.waits;
  const now = gateway.now().getTime();
  for (const transaction of gateway.book.transactions) {
    const isDecided = transaction.state === "pending" && now >= Date.parse(transaction.created_at) + pendingMs;
    if (isDecided) decide(gateway, transaction, "approve");
    const refunds = waitingRefunds(transaction).filter(({ at }) => now >= Date.parse(at) + refundMs);
    processRefunds(gateway, transaction, { refunds, outcome: "done" });
  }
}

const stampNow = (gateway: Gateway): string => gateway.now().toISOString();
