import type { Transaction } from "./book";
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
    if (transaction.state === "captured") transaction.captures.push({ amount: transaction.amount, at: stampNow(gateway) });
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

/** The bank's answer to the refunds of one transaction that wait for it; a failed one gives its amount back. */
export function processRefunds(gateway: Gateway, transaction: Transaction, outcome: "done" | "failed"): void {
  for (const refund of transaction.refunds.filter(({ processedAt, failed }) => processedAt === null && !failed)) {
    if (outcome === "failed") refund.failed = true;
    else refund.processedAt = stampNow(gateway);
    gateway.notifier.announce(transaction, { kind: "refund", refund });
  }
  gateway.book.save();
}

/** Does what the clock has made due. Held payments wait for a person and are never due. */
export function settleDue(gateway: Gateway): void {
  const { pendingMs, refundMs } = gateway.waits;
  const isDue = (at: string, waitMs: number): boolean => gateway.now().getTime() >= Date.parse(at) + waitMs;
  for (const transaction of gateway.book.transactions) {
    if (transaction.state === "pending" && isDue(transaction.created_at, pendingMs)) decide(gateway, transaction, "approve");
    const due = transaction.refunds.some(
      ({ processedAt, failed, at }) => processedAt === null && !failed && isDue(at, refundMs),
    );
    if (due) processRefunds(gateway, transaction, "done");
  }
}

const stampNow = (gateway: Gateway): string => gateway.now().toISOString();
