import type { ServerResponse } from "node:http";
import { decimal } from "./amount";
import type { Transaction } from "./book";
import { capturedOf, refundedOf } from "./book";
import type { Gateway } from "./context";
import { amountScenarios, testCards } from "./scenarios";
import { escapeMarkup } from "./xml";

/** The sandbox page: transactions newest first, notifications with their answers, buttons, test cards. No script. */
export function renderPage(gateway: Gateway, pathname: string, res: ServerResponse): void {
  const isHome = pathname === "/";
  res.writeHead(isHome ? 200 : 404, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
  res.end(isHome ? home(gateway) : page("Not found", "<p>Nothing here. <a href='/'>Back to the transactions</a></p>"));
}

function home({ book, merchantId, accountId }: Gateway): string {
  const newest = [...book.transactions].reverse().slice(0, 100);
  const list =
    newest.length > 0
      ? newest.map((transaction) => card(transaction)).join("")
      : "<p class='empty'>No transaction yet. Pay in the demo shop with one of the test cards below, and it appears here.</p>";
  return page(
    "Gateway sandbox",
    `<p class="meta">Merchant ${escapeMarkup(merchantId)} · account ${escapeMarkup(accountId)} · ${String(book.transactions.length)} transactions</p>
     <section aria-label="Transactions">${list}</section>${cards()}`,
  );
}

function card(transaction: Transaction): string {
  const orderNo = escapeMarkup(transaction.order_no);
  const money = (value: bigint): string => `${decimal(value)} ${escapeMarkup(transaction.currency)}`;
  const notifications = transaction.notifications
    .slice(-5)
    .reverse()
    .map(({ at, kind, status }) => {
      const said = status === 0 ? "no answer" : `HTTP ${String(status)}`;
      return `<li class="${status >= 200 && status < 300 ? "ok" : "bad"}">${escapeMarkup(kind)} · ${said} · <time>${escapeMarkup(at)}</time></li>`;
    })
    .join("");
  const isWaiting = transaction.state === "pending" || transaction.state === "review";
  return `<article>
    <header><strong>${money(BigInt(transaction.amount))}</strong> <span class="state ${transaction.state}">${transaction.state}</span>
      <span class="mask">${escapeMarkup(transaction.card_mask)}</span></header>
    <dl><div><dt>Order number</dt><dd>${orderNo}</dd></div><div><dt>Transaction</dt><dd>${escapeMarkup(transaction.transaction_id)}</dd></div>
      <div><dt>Captured</dt><dd>${money(capturedOf(transaction))}</dd></div><div><dt>Refunded</dt><dd>${money(refundedOf(transaction))}</dd></div>
      <div><dt>Result</dt><dd>${escapeMarkup(transaction.result_info)}</dd></div><div><dt>Created</dt><dd>${escapeMarkup(transaction.created_at)}</dd></div></dl>
    <details ${transaction.notifications.length > 0 ? "open" : ""}><summary>Notifications (${String(transaction.notifications.length)})</summary>
      <ul>${notifications || "<li>none sent yet</li>"}</ul></details>
    <div class="actions">${button("notify", "Send notification again", orderNo)}
      ${isWaiting ? button("approve", "Approve", orderNo) + button("decline", "Decline", orderNo) : ""}
      ${transaction.refunds.some(({ processedAt }) => processedAt === null) ? button("process-refunds", "Bank confirms refunds", orderNo) : ""}</div>
  </article>`;
}

const button = (action: string, label: string, orderNo: string): string =>
  `<form method="post" action="/_control/${action}"><input type="hidden" name="order_no" value="${orderNo}"><button>${label}</button></form>`;

function cards(): string {
  const rows = testCards
    .map(({ number, label }) => `<tr><td><code>${number}</code></td><td>${escapeMarkup(label)}</td></tr>`)
    .join("");
  const cents = amountScenarios
    .map(
      ({ cents: last, label }) =>
        `<tr><td>amount ends in <code>.${String(last)}</code></td><td>${escapeMarkup(label)}</td></tr>`,
    )
    .join("");
  return `<section aria-label="Test cards"><h2>Test cards</h2><p>Any name, any future expiry, any security code of the right length.</p>
    <table><thead><tr><th>Card</th><th>What happens</th></tr></thead><tbody>${rows}${cents}</tbody></table></section>`;
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
  <meta http-equiv="refresh" content="5"><title>${title}</title><style>${STYLE}</style></head>
  <body><p class="banner">Sandbox – no real money. This is the gateway simulator.</p><main><h1>${title}</h1>${content}</main></body></html>`;
}

const STYLE = `:root{color-scheme:light dark;--b:#d7dbe0;--m:#5b6570;--a:#1f5fbf}
*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
.banner{margin:0;padding:.6rem 1rem;background:#ffd54a;color:#222;font-weight:600;text-align:center}
main{max-width:62rem;margin:0 auto;padding:1rem}h1{font-size:1.4rem;margin:.5rem 0}h2{font-size:1.1rem}.meta{color:var(--m)}
article{border:1px solid var(--b);border-radius:10px;padding:1rem;margin:0 0 1rem}header{display:flex;gap:.8rem;flex-wrap:wrap;align-items:center}
header strong{font-size:1.15rem}.state{padding:.1rem .6rem;border-radius:1rem;background:#e8edf3;color:#23303d;font-size:.85rem}
.state.authorised,.state.captured{background:#d6f2dd;color:#14532d}.state.declined,.state.doubtful,.state.unlisted{background:#fbdcdc;color:#7f1d1d}
.state.pending,.state.review{background:#fdeec7;color:#6b4a00}.mask{font-family:ui-monospace,monospace;color:var(--m)}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.5rem 1rem;margin:.8rem 0}dt{color:var(--m);font-size:.8rem}dd{margin:0;overflow-wrap:anywhere}
ul{margin:.4rem 0;padding-left:1.2rem}.ok::marker{color:#15803d}.bad::marker{color:#b91c1c}.actions{display:flex;gap:.5rem;flex-wrap:wrap}
button{font:inherit;padding:.35rem .8rem;border:1px solid var(--a);border-radius:6px;background:none;color:var(--a);cursor:pointer}button:focus-visible{outline:3px solid var(--a);outline-offset:2px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--b)}.empty{padding:2rem;text-align:center;border:2px dashed var(--b);border-radius:10px}`;
