import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { decimal } from "./amount";
import type { NotificationRecord, Transaction, TransactionState } from "./book";
import { authorisedOf, capturedOf, refundedOf } from "./book";
import type { Gateway } from "./context";
import { waitingRefunds } from "./decisions";
import { SCRIPT, STYLE } from "./page-style";
import { amountScenarios, testCards } from "./scenarios";
import { escapeMarkup } from "./xml";

/**
 * The sandbox page: transactions newest first, notifications with their answers,
 * buttons, test cards. It only shows; its buttons are forms of the control API.
 */
export function renderPage(gateway: Gateway, pathname: string, res: ServerResponse): void {
  const isHome = pathname === "/";
  const isKnown = isHome || pathname === "/transactions";
  const nonce = randomBytes(16).toString("base64");
  res.writeHead(isKnown ? 200 : 404, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  });
  if (pathname === "/transactions") return void res.end(transactions(gateway));
  const elsewhere = `<p>Nothing here. <a href="/">Back to the transactions</a></p>`;
  res.end(isHome ? page("Gateway sandbox", home(gateway), nonce) : page("Not found", elsewhere, nonce));
}

const home = (gateway: Gateway): string => transactions(gateway) + cards();

/** This part alone is served too: the page's script puts it in place of its own. */
function transactions({ book, merchantId, accountId }: Gateway): string {
  const newest = [...book.transactions].reverse().slice(0, 100);
  return `<section id="transactions" aria-label="Transactions">
    <p class="meta">Merchant ${escapeMarkup(merchantId)} · account ${escapeMarkup(accountId)} · ${String(book.transactions.length)} transactions</p>
    ${newest.length > 0 ? newest.map((transaction) => card(transaction)).join("") : EMPTY}</section>`;
}

const EMPTY = `<div class="empty"><p><strong>No transaction yet.</strong> This page shows what happens at the gateway.</p>
  <ol><li>Put something into the cart of a shop that is connected to this gateway, and go to the payment.</li>
  <li>Pay with one of the test cards below.</li>
  <li>Come back: the transaction is here, with every notification the shop was sent and what it answered.</li></ol></div>`;

const LOOK: Readonly<Record<TransactionState, "good" | "bad" | "waiting" | "quiet">> = {
  authorised: "good",
  captured: "good",
  declined: "bad",
  doubtful: "bad",
  unlisted: "bad",
  pending: "waiting",
  review: "waiting",
  voided: "quiet",
};

function card(transaction: Transaction): string {
  const orderNo = escapeMarkup(transaction.order_no);
  const currency = escapeMarkup(transaction.currency);
  const money = (value: bigint): string => `${decimal(value)} ${currency}`;
  const facts: readonly (readonly [string, string])[] = [
    ["Order number", orderNo],
    ["Transaction", escapeMarkup(transaction.transaction_id)],
    ["Authorised", money(authorisedOf(transaction))],
    ["Captured", money(capturedOf(transaction))],
    ["Refunded", money(refundedOf(transaction))],
    ["Result", escapeMarkup(transaction.result_info)],
    ["Created", escapeMarkup(transaction.created_at)],
  ];
  const isWaiting = transaction.state === "pending" || transaction.state === "review";
  const actions = [
    button("notify", "Send notification again", orderNo),
    ...(isWaiting ? [button("approve", "Approve", orderNo), button("decline", "Decline", orderNo)] : []),
    ...(waitingRefunds(transaction).length > 0 ? [button("process-refunds", "Bank confirms refunds", orderNo)] : []),
  ];
  return `<article>
    <header><strong>${money(BigInt(transaction.amount))}</strong>
      <span class="state ${LOOK[transaction.state]}">${escapeMarkup(transaction.state)}</span>
      <span class="mask">${escapeMarkup(transaction.card_mask)}</span></header>
    <dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>
    ${notifications(transaction.notifications)}
    <div class="actions">${actions.join("")}</div>
  </article>`;
}

function notifications(sent: readonly NotificationRecord[]): string {
  const newest = sent.slice(-5).reverse();
  const rows = newest.map(({ at, kind, status }) => {
    const said = status === 0 ? "no answer" : `HTTP ${String(status)}`;
    const isTaken = status >= 200 && status < 300;
    return `<li class="${isTaken ? "ok" : "bad"}">${escapeMarkup(kind)} · ${said} · <time>${escapeMarkup(at)}</time></li>`;
  });
  return `<details${sent.length > 0 ? " open" : ""}><summary>Notifications (${String(sent.length)})</summary>
    <ul>${rows.length > 0 ? rows.join("") : "<li>none sent yet</li>"}</ul></details>`;
}

const button = (action: string, label: string, orderNo: string): string =>
  `<form method="post" action="/_control/${action}"><input type="hidden" name="order_no" value="${orderNo}"><button>${label}</button></form>`;

function cards(): string {
  const rows = [
    ...testCards.map(({ number, label }) => [`<code>${number}</code>`, label] as const),
    ...amountScenarios.map(({ cents, label }) => [`amount ends in <code>.${String(cents)}</code>`, label] as const),
  ];
  const body = rows.map(([what, label]) => `<tr><td>${what}</td><td>${escapeMarkup(label)}</td></tr>`).join("");
  return `<section aria-labelledby="cards"><h2 id="cards">Test cards</h2>
    <p>Any name, any future expiry, any security code of three or four digits.</p>
    <table><thead><tr><th>Card</th><th>What happens</th></tr></thead><tbody>${body}</tbody></table></section>`;
}

const page = (title: string, content: string, nonce: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
  <title>${title}</title><style nonce="${nonce}">${STYLE}</style>
  <noscript><meta http-equiv="refresh" content="10"></noscript></head>
  <body><p class="banner">Sandbox – no real money. This is the gateway simulator.</p>
  <main><h1>${title}</h1>${content}</main><script nonce="${nonce}">${SCRIPT}</script></body></html>`;
