import { decimal } from "../payments/amount";
import { pageAddress } from "../payments/authorise-answer";
import type { Gateway } from "../context";
import { isHeldWithMoney, waitingRefunds } from "../payments/decisions";
import { button, nameOf } from "./page-forms";
import { portalSection } from "./portal-section";
import { sentNotifications } from "../notifications/sent-notifications";
import type { Mode, Transaction, TransactionState } from "../payments/transaction";
import { authorisedOf, capturedOf, refundedOf, waitsForCustomer } from "../payments/transaction";
import { escapeMarkup } from "../http/xml";

const LOOK: Readonly<Record<TransactionState, "good" | "bad" | "waiting" | "quiet">> = {
  authorised: "good",
  captured: "good",
  declined: "bad",
  doubtful: "bad",
  unmapped: "bad",
  challenge: "waiting",
  opened: "waiting",
  pending: "waiting",
  review: "waiting",
  voided: "quiet",
};

const MODES: Readonly<Record<Mode, string>> = {
  card: "Card",
  token: "Saved card",
  checkout: "Hosted page",
  apm: "Alternative method",
  renewal: "Renewal",
};

export function transactionCard(gateway: Gateway, transaction: Transaction): string {
  const { currency, method, threeds_result: threeDs, page_id: pageId, voucher } = transaction;
  const money = (value: bigint): string => `${decimal(value)} ${currency}`;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Order number", transaction.order_no],
    ["Contract", transaction.recurring_id || null],
    ["Charge", transaction.renewal === null ? null : String(transaction.renewal)],
    ["Transaction", transaction.transaction_id],
    ["Payment method", method === null ? MODES[transaction.mode] : `${MODES[transaction.mode]}: ${method}`],
    ["Instalments", instalmentsText(transaction)],
    ["3-D Secure", transaction.is_3ds ? threeDs || "challenge, undecided" : "not used"],
    ["Asked for", transaction.ordered === transaction.amount ? null : money(BigInt(transaction.ordered))],
    ["Voucher", voucher],
    ["Authorised", money(authorisedOf(transaction))],
    ["Captured", money(capturedOf(transaction))],
    ["Refunded", money(refundedOf(transaction))],
    ["Dispute", disputeText(transaction, money)],
    ["Result", transaction.result_info],
    ["Created", transaction.created_at],
    ["Expires", isOpen(transaction) ? transaction.expires_at : null],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [`<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`],
  );
  const page = pageId !== null && isOpen(transaction) ? pageAddress(gateway, transaction) : null;
  const link = page === null ? "" : `<a href="${escapeMarkup(page)}">Open the customer's page</a>`;
  return `<article>
    <header><strong>${escapeMarkup(money(BigInt(transaction.amount)))}</strong>
      <span class="state ${LOOK[transaction.state]}">${escapeMarkup(transaction.state)}</span>
      <span class="mask">${escapeMarkup(transaction.card_mask)}</span></header>
    <dl>${rows.join("")}</dl>
    ${sentNotifications(transaction.notifications)}
    <div class="actions">${actions(transaction)}${link}</div>
    ${portalSection(gateway, transaction)}
  </article>`;
}

function disputeText({ disputes }: Transaction, money: (value: bigint) => string): string | null {
  const last = disputes.at(-1);
  return last ? `${last.stage}, ${money(BigInt(last.amount))}, ${last.reason}` : null;
}

const instalmentsText = ({ instalments }: Transaction): string | null =>
  instalments ? [instalments.count, instalments.plan].filter(Boolean).join(", ") : null;

const isOpen = ({ state }: Transaction): boolean => state === "challenge" || state === "opened" || state === "pending";

function actions(transaction: Transaction): string {
  const { state } = transaction;
  const isHeld = state === "review" || isHeldWithMoney(transaction);
  const isBankPending = isHeld || (state === "pending" && transaction.mode !== "apm");
  const offered: readonly (readonly [action: string, label: string, more?: Readonly<Record<string, string>>])[] = [
    ["notify", "Send notification again"],
    ...(waitsForCustomer(transaction) ? PAYABLE : []),
    ...(isBankPending || state === "challenge" ? DECIDABLE : []),
    ...(state === "challenge" || waitsForCustomer(transaction) ? EXPIRABLE : []),
    ...(state === "pending" ? HOLDABLE : []),
    ...(waitingRefunds(transaction).length > 0 ? REFUNDING : []),
  ];
  return offered.map(([action, label, more]) => button(action, label, { ...nameOf(transaction), ...more })).join("");
}

const PAYABLE = [
  ["pay", "Pay now"],
  ["refuse", "Refuse"],
] as const;
const DECIDABLE = [
  ["approve", "Approve"],
  ["decline", "Decline"],
] as const;
const EXPIRABLE = [["expire", "Let it expire"]] as const;
const REFUNDING = [
  ["process-refunds", "Bank confirms refunds"],
  ["process-refunds", "Bank refuses refunds", { outcome: "failed" }],
] as const;
const HOLDABLE = [["hold", "Hold for review"]] as const;
