import { randomBytes } from "node:crypto";
import type { Answer } from "../context";
import { PAY_STYLE } from "./pay-style";
import { escapeMarkup } from "../http/xml";

/** Layout of every customer page. Pages load nothing, are not cached and send no referrer. */
export interface Page {
  readonly title: string;
  /** Markup; the caller escapes it. */
  readonly content: string;
  readonly look?: string;
  readonly script?: string;
  /** Whether a page of another origin may frame it. */
  readonly isFramed: boolean;
  /** Further origins that the page's form leads to. */
  readonly leadsTo?: readonly (string | null)[];
}

export function pageAnswer(page: Page, status = 200): Answer {
  const nonce = randomBytes(16).toString("base64");
  const script = page.script === undefined ? "" : `<script nonce="${nonce}">${page.script}</script>`;
  const title = escapeMarkup(page.title);
  return {
    status,
    contentType: "text/html; charset=utf-8",
    headers: pageHeaders(policyOf(page, nonce)),
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${PAY_STYLE}</style></head>
<body><div class="banner" role="banner">Sandbox – no real bank, no real money</div>
<main class="${page.look ?? ""}"><h1>${title}</h1>
${page.content}</main>${script}</body></html>`,
  };
}

export const pageHeaders = (policy: string): Record<string, string> => ({
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy": policy,
});

/** Browsers apply `form-action` to redirects too, and the shop's next URLs are unknown. */
const ANYWHERE = ["'self'", "http://127.0.0.1:*", "http://localhost:*", "https:"];

function policyOf({ script, isFramed, leadsTo = [] }: Page, nonce: string): string {
  const origins = leadsTo.flatMap((address) => (address === null ? [] : [new URL(address).origin]));
  const targets = [...new Set([...ANYWHERE, ...origins])].filter((source) => !source.includes("["));
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src ${script === undefined ? "'none'" : `'nonce-${nonce}'`}`,
    "img-src data:",
    `form-action ${targets.join(" ")}`,
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "*" : "'none'"}`,
  ].join("; ");
}

export const facts = (rows: readonly (readonly [name: string, value: string])[]): string =>
  `<dl>${rows.map(([name, value]) => `<div><dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd></div>`).join("")}</dl>`;

/** A link back to the shop; empty if its URL is unknown. */
export const backLink = (returnUrl: string | null): string =>
  returnUrl === null
    ? "<p>Close this page and go back to the shop.</p>"
    : `<p><a class="button" id="back" href="${escapeMarkup(returnUrl)}">Back to the shop</a></p>`;

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}

/** One form with one button per decision; the first is primary unless the page has a better one. */
export const choices = (action: string, buttons: readonly Choice[], first: "first" | "other" = "first"): string =>
  `<form method="post" action="${escapeMarkup(action)}" class="choices">${buttons
    .map(({ id, label, value }, at) => {
      const look = at === 0 ? first : "other";
      return `<button class="${look}" id="${id}" name="decision" value="${value}">${escapeMarkup(label)}</button>`;
    })
    .join("")}</form>`;
