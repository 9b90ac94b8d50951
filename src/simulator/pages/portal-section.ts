import { decimal } from "../payments/amount";
import type { Gateway } from "../context";
import { openDispute } from "../payments/disputes";
import { button, form, input, nameOf } from "./page-forms";
import type { Transaction } from "../payments/transaction";
import { capturedOf, refundedOf } from "../payments/transaction";

export function portalSection(gateway: Gateway, transaction: Transaction): string {
  const offered = [...captures(gateway, transaction), ...refunds(transaction), ...disputes(transaction)];
  if (offered.length === 0) return "";
  return `<details class="hand"><summary>By hand, in the merchant portal</summary>${offered.join("")}</details>`;
}

function captures({ multipleCaptures }: Gateway, transaction: Transaction): string[] {
  const { state } = transaction;
  const left = BigInt(transaction.amount) - capturedOf(transaction);
  const isOpen = state === "authorised" || (state === "captured" && multipleCaptures && left > 0n);
  const capture = form("portal-capture", {
    hidden: nameOf(transaction),
    inputs: input("amount", "Amount", decimal(left)),
    label: "Capture",
  });
  return [
    ...(isOpen ? [capture] : []),
    ...(state === "authorised" ? [button("portal-void", "Void", nameOf(transaction))] : []),
  ];
}

function refunds(transaction: Transaction): string[] {
  const left = capturedOf(transaction) - refundedOf(transaction);
  if (transaction.state !== "captured" || left <= 0n) return [];
  const inputs = input("amount", "Amount", decimal(left)) + input("reason", "Reason");
  return [form("portal-refund", { hidden: nameOf(transaction), inputs, label: "Refund" })];
}

function disputes(transaction: Transaction): string[] {
  if (openDispute(transaction)) {
    return [
      button("dispute", "Dispute won", { ...nameOf(transaction), stage: "won" }),
      button("dispute", "Dispute lost", { ...nameOf(transaction), stage: "lost" }),
    ];
  }
  if (capturedOf(transaction) === 0n) return [];
  const inputs =
    input("amount", "Amount", decimal(capturedOf(transaction))) +
    input("reason", "Reason", "fraud") +
    input("due_date", "Due date");
  return [form("dispute", { hidden: { ...nameOf(transaction), stage: "received" }, inputs, label: "Dispute" })];
}
