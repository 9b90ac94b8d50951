import { randomBytes } from "node:crypto";
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import type { PaymentLinkState } from "../../api-schema/store-link";
import type { LinkPageView } from "../../application/payables/payment-page";
import { readPaymentPage } from "../../application/payables/payment-page";
import type { AcquiringErrorCode } from "../../sdk/texts";
import { resolveLedger } from "../../application/resolve-ledger";
import { errorName } from "../../application/safe-error-text";
import { StoreRequestError } from "../../application/store-error";
import { pageColors } from "./page-colors";
import { pageFiles } from "./page-files";
import { headingOf, isWebAddress, messageMain, payableMain, paymentPageHtml } from "./payment-page";
import type { PaymentPageTexts } from "./payment-page-texts";
import { paymentPageTexts } from "./payment-page-texts";

/** Answers `GET /acquiring/pay/:token` with one page for each state of the link. Reading it changes nothing. */
interface Answer {
  readonly status: number;
  readonly title: string;
  readonly main: string;
  readonly page: LinkPageView | null;
  readonly isPayable: boolean;
}

export async function answerPaymentPage(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { paymentPage } = resolveLedger(req.scope).options;
  if (!paymentPage.enabled) return void res.status(404).end();
  const reading = await readPage(req);
  const { language } = req.query;
  const chosen = [typeof language === "string" ? language : null, reading.page?.language];
  const texts = paymentPageTexts([...chosen, req.headers["accept-language"]]);
  const answer = answerOf(reading, texts);
  const nonce = randomBytes(16).toString("base64");
  setHeaders(res, { nonce, answer, logo: paymentPage.logo });
  const { script, style } = pageFiles();
  const html = paymentPageHtml({
    texts,
    nonce,
    script: answer.isPayable ? script : null,
    style,
    files: `${req.path.endsWith("/") ? "../" : ""}../pay-page/`,
    shop: { name: paymentPage.name ?? answer.page?.link.shop.name ?? null, logo: paymentPage.logo ?? null },
    colors: pageColors({ accent: paymentPage.accentColor, background: paymentPage.backgroundColor }),
    hasDarkMode: paymentPage.darkMode,
    title: answer.title,
    main: answer.main,
  });
  res.status(answer.status).type("text/html; charset=utf-8").end(html);
}

interface Reading {
  readonly page: LinkPageView | null;
  readonly refusal: { readonly status: number; readonly code: AcquiringErrorCode } | null;
}

async function readPage(req: MedusaRequest): Promise<Reading> {
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER);
  try {
    const page = await readPaymentPage(req.scope, String(req.params.token ?? "").slice(0, 200));
    if (page === null || page.publishableKey !== null || !isOpen(page)) return { page, refusal: null };
    logger.error("acquiring.payment_page_failed reason=no_publishable_key");
    return { page, refusal: { status: 503, code: "payment_not_available" } };
  } catch (error) {
    if (error instanceof StoreRequestError) return { page: null, refusal: error };
    logger.error(`acquiring.payment_page_failed error=${errorName(error)}`);
    return { page: null, refusal: { status: 503, code: "not_loaded" } };
  }
}

const isOpen = ({ link: { state } }: LinkPageView): boolean => state === "open" || state === "processing";

function answerOf({ page, refusal }: Reading, texts: PaymentPageTexts): Answer {
  if (refusal !== null) return message(refusal.status, texts.errors[refusal.code]);
  if (page === null) return message(404, texts.errors.payment_link_not_found);
  const { state } = page.link;
  return state === "open" || state === "processing" ? payable(page, texts) : { ...ended(state, texts), page };
}

const message = (status: number, text: string): Answer => ({
  status,
  title: text,
  main: messageMain("plain", text),
  page: null,
  isPayable: false,
});

function ended(
  state: Exclude<PaymentLinkState, "open" | "processing">,
  { errors }: PaymentPageTexts,
): Omit<Answer, "page"> {
  const messages: Readonly<Record<typeof state, readonly [Parameters<typeof messageMain>[0], string]>> = {
    paid: ["good", errors.payment_link_paid],
    waiting: ["wait", errors.payment_waiting],
    expired: ["plain", errors.payment_link_expired],
    revoked: ["plain", errors.payment_link_revoked],
    order_cancelled: ["plain", errors.order_cancelled],
    nothing_to_pay: ["plain", errors.nothing_to_pay],
  };
  const [kind, title] = messages[state];
  return { status: 200, title, main: messageMain(kind, title), isPayable: false };
}

function payable(page: LinkPageView, texts: PaymentPageTexts): Answer {
  const { link, publishableKey, url, frames } = page;
  const { language, direction, errors, fields, labels } = texts;
  const amount = amountText(link, language);
  const config = {
    link: url.slice(url.lastIndexOf("/") + 1),
    publishableKey,
    returnTo: `${url}?language=${language}`,
    amount,
    owed: { amount: link.amount, currency: link.currency, smallest_part: link.smallest_part },
    isFramed: frames.length > 0,
    texts: { language, direction, errors, fields, labels },
  };
  const main = payableMain({ texts, link, description: page.description, amount, config });
  return { status: 200, title: headingOf(texts, link), main, page, isPayable: true };
}

const isDecimal = (text: string): text is `${number}` => /^\d+(?:\.\d+)?$/.test(text);

function amountText({ amount, currency }: LinkPageView["link"], language: string): string {
  if (amount === null || !isDecimal(amount))
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "A link that can be paid has an amount.");
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
}

interface Headers {
  readonly nonce: string;
  readonly answer: Answer;
  readonly logo: string | undefined;
}

function setHeaders(res: MedusaResponse, { nonce, answer: { page, isPayable }, logo }: Headers): void {
  const thumbnails = isPayable ? (page?.link.items ?? []).map(({ thumbnail }) => thumbnail) : [];
  const pictures = [logo ?? null, ...thumbnails].filter(isWebAddress).map((address) => new URL(address).origin);
  const frames = isPayable ? (page?.frames ?? []) : [];
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(isPayable ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    `img-src ${[...new Set(["data:", ...pictures, ...(isPayable ? (page?.pictures ?? []) : [])])].join(" ")}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    ...["form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ];
  res.setHeader("Content-Security-Policy", policy.join("; "));
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("X-Robots-Tag", "noindex, nofollow");
}
