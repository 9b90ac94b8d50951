import { randomBytes } from "node:crypto";
import type { MedusaResponse } from "@medusajs/framework/http";
import { escapeHtml } from "../../application/escape-html";
import type { PageTexts } from "./page-texts";

/** Layout of the redirect pages. They load nothing, run one script by its nonce, and escape every value. */
export interface CustomerPage {
  readonly status: 200 | 404;
  readonly texts: PageTexts;
  readonly title: string;
  /** HTML; the caller escapes every value in it. */
  readonly body: string;
  /** Runs once the page has loaded. */
  readonly script: string | null;
  /** Allowed targets of the page's form. */
  readonly formTargets: readonly string[];
  /** Origins that may show the page in a frame; none if empty. */
  readonly framedBy: readonly string[];
}

const STYLE = `:root{color-scheme:light}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fafafa;color:#18181b;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:26rem;padding:2rem 1.5rem;text-align:center}
h1{font-size:1.125rem;font-weight:600;margin:0 0 .75rem}
p{margin:0 0 1.25rem;color:#52525b}
.turn{width:2rem;height:2rem;margin:0 auto 1.25rem;border:3px solid #d4d4d8;border-top-color:#18181b;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.turn{animation:none}}
.go{display:inline-block;min-height:44px;min-width:10rem;padding:.625rem 1.5rem;border:0;border-radius:.5rem;background:#18181b;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer;box-sizing:border-box}
.go:focus-visible{outline:3px solid #60a5fa;outline-offset:2px}`;

export const progress = '<div class="turn" aria-hidden="true"></div>';

export function sendPage(res: MedusaResponse, page: CustomerPage): void {
  const nonce = randomBytes(16).toString("base64");
  const { language, direction } = page.texts;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(page.script === null ? [] : [`script-src 'nonce-${nonce}'`]),
    `form-action ${page.formTargets.length > 0 ? page.formTargets.join(" ") : "'none'"}`,
    `frame-ancestors ${page.framedBy.length > 0 ? page.framedBy.join(" ") : "'none'"}`,
    "img-src data:",
    "base-uri 'none'",
  ];
  res.setHeader("Content-Security-Policy", policy.join("; "));
  if (page.framedBy.length === 0) res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Robots-Tag", "noindex");
  const script = page.script === null ? "" : `<script nonce="${nonce}">${page.script}</script>`;
  res.status(page.status).type("text/html; charset=utf-8").end(`<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(page.title)}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${page.body}</main>${script}</body>
</html>
`);
}
