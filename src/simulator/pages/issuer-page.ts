import { decideApm, issuerDecisions, money } from "../payments/apm";
import type { Gateway } from "../context";
import { textOf } from "../context";
import type { Choice, Page } from "./shell";
import { backLink, choices, facts } from "./shell";
import type { Transaction } from "../payments/transaction";
import { waitsForCustomer } from "../payments/transaction";
import { escapeMarkup } from "../http/xml";
import type { Reply, Visit } from "./visit";
import { takeAddresses } from "./visit";

export function issuerPage(gateway: Gateway, transaction: Transaction, { fields }: Visit): Reply {
  takeAddresses(gateway, transaction, fields);
  return { kind: "page", page: pageOf(transaction) };
}

export function decideIssuerPage(gateway: Gateway, transaction: Transaction, { fields }: Visit): Reply {
  const decision = issuerDecisions.find((name) => name === textOf(fields, "decision"));
  const isDone = decision !== undefined && decideApm(gateway, transaction, decision);
  if (!isDone || decision === "later" || transaction.return_url === null) {
    return { kind: "go", to: `/sandbox/issuer/${transaction.page_id ?? ""}` };
  }
  return { kind: "go", to: transaction.return_url };
}

function pageOf(transaction: Transaction): Page {
  if (transaction.state === "opened") return question(transaction);
  return transaction.state === "pending" ? voucher(transaction) : decided(transaction);
}

const PAY_NOW: Choice = { id: "pay-now", label: "Pay now", value: "pay" };
const REFUSE: Choice = { id: "refuse", label: "Refuse", value: "refuse" };
const EXPIRE: Choice = { id: "expire", label: "Let it expire", value: "expire" };
const WRONG: Choice = { id: "wrong-amount", label: "Pay a wrong amount", value: "wrong-amount" };
const LATER: Choice = { id: "pay-later", label: "Pay later", value: "later" };

const action = ({ page_id: pageId }: Transaction): string => `/sandbox/issuer/${pageId ?? ""}/decide`;

const order = (transaction: Transaction): readonly (readonly [string, string])[] => [
  ["Amount", money(transaction.amount, transaction.currency)],
  ["Method", transaction.method ?? ""],
  ["Order", transaction.order_no],
];

const question = (transaction: Transaction): Page => ({
  title: `Pay with ${transaction.method ?? "another method"}`,
  isFramed: false,
  leadsTo: [transaction.return_url],
  content: `${facts(order(transaction))}${choices(action(transaction), [PAY_NOW, LATER, REFUSE, EXPIRE, WRONG])}
<p class="note">“Pay later” shows a voucher; it is good for seven days. “Pay a wrong amount” pays 1.00 less than asked.</p>`,
});

const voucher = (transaction: Transaction): Page => ({
  title: "Pay with this voucher",
  isFramed: false,
  leadsTo: [transaction.return_url],
  content: `<p>Show this code at a counter, or pay it in your bank's app.</p>
<p class="voucher" id="voucher">${escapeMarkup(transaction.voucher ?? "")}</p>
${facts([...order(transaction), ["Good until", (transaction.expires_at ?? "").slice(0, 16).replace("T", " ")]])}
${backLink(transaction.return_url)}
<h2>Later</h2><p class="note">Decides the voucher at any time.</p>
${choices(action(transaction), [PAY_NOW, REFUSE, EXPIRE, WRONG], "other")}`,
});

const decided = (transaction: Transaction): Page => ({
  title: waitsForCustomer(transaction) ? "Nothing was decided" : "This payment is decided",
  isFramed: false,
  content: `${facts([...order(transaction), ["State", transaction.state], ["Result", transaction.result_info]])}${backLink(transaction.return_url)}`,
});
