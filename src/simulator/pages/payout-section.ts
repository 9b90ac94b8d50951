import type { Fields } from "../context";
import { isFields, textOf } from "../context";
import { button } from "./page-forms";
import type { Payout } from "../payouts/payout";
import { hasArrived, isOnItsWay } from "../payouts/payout";
import { majorText } from "../payouts/payout-money";
import { payoutScenarios } from "../payouts/payout-scenarios";
import type { Serving } from "../serve";
import { sentNotifications } from "../notifications/sent-notifications";
import { escapeMarkup } from "../http/xml";

const MOST_SHOWN = 50;

export function payoutSection({ gateway }: Serving): string {
  const all = gateway.book.payouts;
  const newest = all.slice(-MOST_SHOWN).reverse();
  const more = all.length - newest.length;
  return `<section id="payouts" aria-labelledby="outgoing"><h2 id="outgoing">Payouts</h2>
    <p>Money that the merchant sends. Each is processed automatically, unless its reference selects another outcome.</p>
    ${newest.length > 0 ? newest.map(card).join("") : EMPTY}
    ${more > 0 ? `<p class="meta">and ${String(more)} more</p>` : ""}</section>`;
}

const EMPTY = `<p class="meta">No payout yet: one that was approved in the dashboard appears here when it is sent.</p>`;

const lookOf = (payout: Payout): string => {
  if (hasArrived(payout)) return "good";
  if (isOnItsWay(payout)) return "waiting";
  return payout.status === "CANCELLED" ? "quiet" : "bad";
};

function card(payout: Payout): string {
  const { currency, status, request } = payout;
  const money = (value: string, of: string): string => `${majorText(BigInt(value), of)} ${of}`;
  const facts: readonly (readonly [string, string])[] = [
    ["Request", payout.request_id],
    ["Transaction", payout.transaction_id],
    ["Short reference", payout.short_reference_id],
    ["Reference", textOf(request, "reference")],
    ["Account", accountOf(request)],
    ["Fee", money(payout.fee, payout.fee_currency)],
    ["Payer pays", money(payout.payer_pays, payout.payer_currency)],
    ["Beneficiary receives", money(payout.receives, currency)],
    ["Reason", payout.failure_reason],
    ["Asked for", payout.requests === 1 ? "" : `${String(payout.requests)} times, paid once`],
    ["Created", payout.created_at],
    ["Next step", payout.next_at ?? ""],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === "" ? [] : [`<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`],
  );
  return `<article>
    <header><strong>${escapeMarkup(money(payout.amount, currency))}</strong>
      <span>${escapeMarkup(nameOf(request))}</span>
      <span class="state ${lookOf(payout)}">${escapeMarkup(status)}</span></header>
    <dl>${rows.join("")}</dl>
    ${sentNotifications(payout.notifications)}
    <div class="actions">${actions(payout)}</div></article>`;
}

function actions(payout: Payout): string {
  const { request_id } = payout;
  const become = (label: string, status: string, failure_reason = ""): string =>
    button("payout-status", label, { request_id, status, failure_reason });
  const offered = [
    ...(payout.next_at === null ? [] : [button("payout-step", "Next step now", { request_id })]),
    ...(isOnItsWay(payout) ? [become("Complete now", "COMPLETED")] : []),
    ...(isOnItsWay(payout) ? [become("Fail", "FAILED", "The account is closed")] : []),
    ...(isOnItsWay(payout) && payout.status !== "SUSPENDED" ? [become("Suspend", "SUSPENDED")] : []),
    ...(hasArrived(payout) ? [become("Recall", "RECALLED", "The bank sent it back")] : []),
    button("notify", "Send notification again", { request_id }),
  ];
  return offered.join("");
}

const partOf = (fields: Fields, name: string): Fields => {
  const part = fields[name];
  return isFields(part) ? part : {};
};

function nameOf(request: Fields): string {
  const beneficiary = partOf(request, "beneficiary");
  const person = `${textOf(beneficiary, "first_name")} ${textOf(beneficiary, "last_name")}`.trim();
  return textOf(beneficiary, "company_name") || person;
}

function accountOf(request: Fields): string {
  const bank = partOf(partOf(request, "beneficiary"), "bank_details");
  const account = textOf(bank, "iban") || textOf(bank, "account_number");
  return account === "" ? "" : `•••• ${account.slice(-4)}`;
}

export function payoutWords(): string {
  const rows = payoutScenarios.map(
    ({ word, label }) => `<tr><td><code>${word}</code></td><td>${escapeMarkup(label)}</td></tr>`,
  );
  return `<section aria-labelledby="payout-words"><h2 id="payout-words">Test payouts</h2>
    <p>A reference, or the name of the account, with one of these words in it. Any other is paid after a minute.</p>
    <table><thead><tr><th>Word</th><th>What happens</th></tr></thead><tbody>${rows.join("")}</tbody></table></section>`;
}
