import { hundredths } from "./amount";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import type { DisputeRecord, Transaction } from "./transaction";
import { capturedOf } from "./transaction";

/** Chargebacks. Each stage is announced. Queries do not show disputes, and amounts do not change. */
const stages = ["received", "won", "lost"] as const;

export const openDispute = ({ disputes }: Transaction): DisputeRecord | undefined =>
  disputes.find(({ stage }) => stage === "received");

export function dispute(gateway: Gateway, transaction: Transaction, body: Fields): string | undefined {
  const stage = stages.find((name) => name === body.stage);
  if (!stage) return `stage is one of ${stages.join(", ")}`;
  const open = openDispute(transaction);
  if (stage === "received") return open ? "a dispute is open already" : receive(gateway, transaction, body);
  if (!open) return "no dispute is open";
  open.stage = stage;
  open.decidedAt = gateway.now().toISOString();
  return announce(gateway, transaction, open);
}

function receive(gateway: Gateway, transaction: Transaction, body: Fields): string | undefined {
  const captured = capturedOf(transaction);
  const amount = body.amount === undefined ? captured : hundredths(body.amount);
  if (amount === null || amount === 0n || amount > captured)
    return "amount is more than nothing and at most what was captured";
  const dueDate = textOf(body, "due_date");
  const received: DisputeRecord = {
    reference: `DP${gateway.book.nextNumber()}`,
    amount: amount.toString(),
    reason: textOf(body, "reason") || "fraud",
    at: gateway.now().toISOString(),
    stage: "received",
    decidedAt: null,
    ...(dueDate ? { dueDate } : {}),
  };
  transaction.disputes.push(received);
  return announce(gateway, transaction, received);
}

function announce(gateway: Gateway, transaction: Transaction, of: DisputeRecord): undefined {
  gateway.book.save();
  gateway.notifier.announce(transaction, { kind: "dispute", dispute: of });
}
