import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { SCRIPT, STYLE } from "./page-style";
import { payoutSection, payoutWords } from "./payout-section";
import { amountScenarios, testCards } from "../faults/scenarios";
import type { Serving } from "../serve";
import { pageHeaders } from "./shell";
import { subscriptionSection } from "./subscription-section";
import { faultScriptSection } from "./fault-script-section";
import { transactionCard } from "./transaction-card";
import { escapeMarkup } from "../http/xml";

export function renderPage(serving: Serving, address: URL, res: ServerResponse): void {
  const { pathname, searchParams } = address;
  const part = PARTS[pathname];
  const isHome = pathname === "/";
  const isKnown = isHome || part !== undefined;
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  res.writeHead(isKnown ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...pageHeaders(policy) });
  if (part) return void res.end(part(serving));
  const elsewhere = `<p>Nothing here. <a href="/">Back to the transactions</a></p>`;
  res.end(
    isHome
      ? page("Gateway sandbox", home(serving, searchParams.get("problem")), nonce)
      : page("Not found", elsewhere, nonce),
  );
}

const home = (serving: Serving, problem: string | null): string =>
  [transactions, subscriptionSection, payoutSection, faultScriptSection, cards, payoutWords]
    .map((part) => part(serving))
    .reduce((page, part) => page + part, problemText(problem));

const problemText = (problem: string | null): string =>
  problem ? `<p class="problem" role="alert">Not done: ${escapeMarkup(problem)}</p>` : "";

/** Parts that are also served alone, for the page's script to refresh. */
const PARTS: Readonly<Record<string, (serving: Serving) => string>> = {
  "/transactions": (serving) => transactions(serving),
  "/subscriptions": subscriptionSection,
  "/payouts": payoutSection,
  "/tape": faultScriptSection,
};

function transactions({ gateway }: Serving): string {
  const { book, merchantId, accountId } = gateway;
  const newest = book.transactions.slice(-100).reverse();
  return `<section id="transactions" aria-label="Transactions">
    <p class="meta">Merchant ${escapeMarkup(merchantId)} · account ${escapeMarkup(accountId)} · ${String(book.transactions.length)} transactions</p>
    ${newest.length > 0 ? newest.map((transaction) => transactionCard(gateway, transaction)).join("") : EMPTY}</section>`;
}

const EMPTY = `<div class="empty"><p><strong>No transaction yet.</strong> This page shows what happens at the gateway.</p>
  <ol><li>Put something into the cart of a shop that is connected to this gateway, and go to the payment.</li>
  <li>Pay with one of the test cards below.</li>
  <li>Come back: the transaction is here, with every notification the shop was sent and what it answered.</li></ol></div>`;

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
  <title>${title}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${STYLE}</style>
  <noscript><meta http-equiv="refresh" content="10"></noscript></head>
  <body><div class="banner" role="banner">Sandbox – no real money. This is the gateway simulator.</div>
  <main><h1>${title}</h1>${content}</main><script nonce="${nonce}">${SCRIPT}</script></body></html>`;
