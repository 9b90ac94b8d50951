import { atBank } from "../payments/attempt";
import type { Gateway } from "../context";
import { textOf } from "../context";
import { passChallenge, tell } from "../payments/decisions";
import { backToCheckout } from "./checkout-page";
import { money } from "../payments/apm";
import type { Page } from "./shell";
import { backLink, choices, facts } from "./shell";
import type { Transaction } from "../payments/transaction";
import type { Reply, Visit } from "./visit";
import { takeAddresses } from "./visit";

export function challengePage(gateway: Gateway, transaction: Transaction, { fields }: Visit): Reply {
  takeAddresses(gateway, transaction, fields);
  return { kind: "page", page: transaction.state === "challenge" ? question(transaction) : decided(transaction) };
}

export function decideChallengePage(gateway: Gateway, transaction: Transaction, { fields }: Visit): Reply {
  const decision = textOf(fields, "decision");
  const isKnown = decision === "approve" || decision === "fail";
  if (transaction.state !== "challenge" || !isKnown) return { kind: "page", page: decided(transaction) };
  if (decision === "fail") {
    passChallenge(transaction, "decline");
    tell(gateway, transaction);
    return onward(gateway, transaction);
  }
  const after = transaction.after_challenge ?? { kind: "approve" };
  // The gateway never saw it, so the customer may try again.
  if (after.kind === "lost-before") return { kind: "drop" };
  passChallenge(transaction, "approve");
  const { delivery } = atBank(gateway, transaction, after);
  return delivery === "answer" ? onward(gateway, transaction) : { kind: delivery };
}

/** A declined attempt on the hosted page leads back to it; everything else leads to the shop. */
function onward(gateway: Gateway, transaction: Transaction): Reply {
  if (transaction.mode === "checkout" && transaction.state === "declined") return backToCheckout(gateway, transaction);
  if (transaction.return_url === null) return { kind: "page", page: decided(transaction) };
  return { kind: "go", to: transaction.return_url };
}

const isWindowSize = (size: string): boolean => /^0[1-5]$/.test(size);

function question(transaction: Transaction): Page {
  const { page_id: pageId, window_size: size } = transaction;
  return {
    title: "Confirm your payment",
    look: isWindowSize(size) ? `w${size}` : "",
    isFramed: true,
    leadsTo: [transaction.return_url],
    content: `<p>The bank that issued the card asks you to confirm this payment.</p>
${facts([
  ["Amount", money(transaction.amount, transaction.currency)],
  ["Card", transaction.card_mask],
  ["Order", transaction.order_no],
])}
${choices(`/sandbox/challenge/${pageId ?? ""}/decide`, [
  { id: "approve", label: "Approve", value: "approve" },
  { id: "fail", label: "Fail", value: "fail" },
])}
<p class="note">To give up without an answer, close the tab: the payment then fails after 30 minutes.</p>`,
  };
}

const decided = (transaction: Transaction): Page => ({
  title: transaction.state === "challenge" ? "Nothing was decided" : "This payment is decided",
  isFramed: true,
  content: `${facts([
    ["Amount", money(transaction.amount, transaction.currency)],
    ["State", transaction.state],
    ["Result", transaction.result_info],
  ])}${backLink(transaction.return_url)}`,
});
