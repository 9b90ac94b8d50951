import { parseUrl } from "../../application/parse-url";
import type { LinkPageView } from "../../application/payables/payment-page";
import { escapeHtml } from "../../application/escape-html";
import type { PageColors } from "./page-colors";
import type { PaymentPageTexts } from "./payment-page-texts";

/** HTML of the payment page. Everything a customer has to know is in it; the script adds the form. */
export interface PaymentPageContent {
  readonly texts: PaymentPageTexts;
  readonly shop: { readonly name: string | null; readonly logo: string | null };
  readonly title: string;
  readonly main: string;
}

export interface PaymentPageShell extends PaymentPageContent {
  readonly nonce: string;
  readonly colors: PageColors;
  readonly hasDarkMode: boolean;
  /** Path of the folder with the script and the stylesheet, relative to the page. */
  readonly files: string;
  readonly script: { readonly name: string; readonly integrity: string } | null;
  readonly style: { readonly name: string; readonly integrity: string };
}

export function paymentPageHtml(page: PaymentPageShell): string {
  const { texts, shop, nonce, files, script, style } = page;
  const tags = [
    `<link rel="stylesheet" nonce="${nonce}" integrity="${style.integrity}" href="${files}${style.name}">`,
    `<style nonce="${nonce}">${colorRules(page)}</style>`,
    ...(script === null
      ? []
      : [
          `<script type="module" nonce="${nonce}" integrity="${script.integrity}" src="${files}${script.name}"></script>`,
        ]),
  ];
  const title = shop.name === null ? page.title : `${page.title} – ${shop.name}`;
  return `<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}"${page.hasDarkMode ? " data-dark" : ""}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${page.hasDarkMode ? "light dark" : "light"}"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,">${tags.join("")}</head>
<body>
<header>${shopMark(shop)}</header>
<main>${page.main}</main>
</body>
</html>
`;
}

function shopMark({ name, logo }: PaymentPageContent["shop"]): string {
  const text = escapeHtml(name ?? "");
  if (logo !== null) return `<img class="logo" src="${escapeHtml(logo)}" alt="${text}">`;
  return name === null ? "" : `<p class="shop-name">${text}</p>`;
}

function colorRules({ colors, hasDarkMode }: PaymentPageShell): string {
  const { background, onBackground, accent, onAccent } = colors;
  const light = `--page:${background};--on-page:${onBackground};--accent:${accent.light};--on-accent:${onAccent.light}`;
  const dark = `--accent:${accent.dark};--on-accent:${onAccent.dark}`;
  return `:root{${light}}${hasDarkMode ? `@media (prefers-color-scheme:dark){:root{${dark}}}` : ""}`;
}

export interface PayableContent {
  readonly texts: PaymentPageTexts;
  readonly link: LinkPageView["link"];
  readonly description: string | null;
  readonly amount: string;
  /** What the script needs. */
  readonly config: object;
}

export const headingOf = ({ labels }: PaymentPageTexts, { order_number: number }: LinkPageView["link"]): string =>
  number === null ? labels.pay : labels.orderNumber.replace("{number}", () => number);

/** The amount and the items, and the place of the form. */
export function payableMain({ texts, link, description, amount, config }: PayableContent): string {
  const { labels } = texts;
  const heading = headingOf(texts, link);
  const until = texts.until.replace("{date}", () => dayText(link.expires_at, texts.language));
  const started =
    link.state === "processing" ? `<p class="note" id="started">${escapeHtml(texts.errors.payment_waiting)}</p>` : "";
  return `<section class="due" aria-labelledby="heading">
<h1 id="heading">${escapeHtml(heading)}</h1>
<p class="amount"><span>${escapeHtml(labels.amount)}</span> <strong>${escapeHtml(amount)}</strong></p>
${description === null ? "" : `<p class="description">${escapeHtml(description)}</p>`}${itemList(link.items)}
<p class="until">${escapeHtml(until)}</p>
</section>
<section class="form">
<p class="note" id="changed" role="alert" hidden>${escapeHtml(texts.errors.amount_changed)}</p><p class="note" id="received" role="status" hidden>${escapeHtml(labels.paid)}</p>${started}
<div id="pay" data-config="${escapeHtml(JSON.stringify(config))}"><p class="loading">${escapeHtml(labels.loading)}</p><p class="note late">${escapeHtml(texts.noScript)}</p></div>
<noscript><p class="note">${escapeHtml(texts.noScript)}</p></noscript>
</section>`;
}

const itemList = (items: LinkPageView["link"]["items"]): string =>
  `<ul class="items">${items.map(itemRow).join("")}</ul>`;

function itemRow({ title, quantity, thumbnail }: LinkPageView["link"]["items"][number]): string {
  const picture = isWebAddress(thumbnail) ? `<img src="${escapeHtml(thumbnail)}" alt="">` : "";
  return `<li>${picture}<span>${escapeHtml(title)}</span><span class="count">× ${escapeHtml(String(quantity))}</span></li>`;
}

/** Hosts may contain `;` and `,`, which would end a directive of the page's Content-Security-Policy. */
export const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\/[\w.:[\]-]+$/.test(parseUrl(address)?.origin ?? "");

const dayText = (moment: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(moment));

const SIGNS = {
  good: "M8 12.5l2.8 2.8L16.5 9.5",
  wait: "M12 7.5V12l3 2",
  plain: "M12 11v5.5M12 7.6v.2",
} as const;

/** A page with one message and nothing to pay. */
export const messageMain = (kind: keyof typeof SIGNS, text: string): string =>
  `<section class="message ${kind}"><svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="10"/><path d="${SIGNS[kind]}"/></svg><h1>${escapeHtml(text)}</h1></section>`;
