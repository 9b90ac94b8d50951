import de from "./texts/de.json";
import en from "./texts/en.json";
import es from "./texts/es.json";
import fr from "./texts/fr.json";
import it from "./texts/it.json";
import pl from "./texts/pl.json";
import deNames from "../../texts/attention-names/de.json";
import enNames from "../../texts/attention-names/en.json";
import esNames from "../../texts/attention-names/es.json";
import frNames from "../../texts/attention-names/fr.json";
import itNames from "../../texts/attention-names/it.json";
import plNames from "../../texts/attention-names/pl.json";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { NotificationLanguage, StaffFact } from "../../modules/acquiring";
import { escapeHtml } from "../escape-html";

/** What a message says, in the role's language. Pure. It contains no name, address or text of a customer or the gateway. */
type Texts = typeof en;

const TEXTS: Readonly<Record<NotificationLanguage, Texts>> = { de, en, es, fr, it, pl };
const NAMES: Readonly<Record<NotificationLanguage, Readonly<Record<string, string>>>> = {
  ...{ de: deNames, en: enNames, es: esNames, fr: frNames, it: itNames, pl: plNames },
};

export interface MessageLine {
  readonly title: string;
  /** Amount, order number, account and result code, as far as they are known. */
  readonly text: string;
  /** Its page in the dashboard. */
  readonly url: string;
}

export interface MessageText {
  readonly title: string;
  readonly lines: readonly MessageLine[];
  /** Of the link. */
  readonly open: string;
  /** Why the reader gets it; null by the bell. */
  readonly why: string | null;
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

export function titleOf(language: NotificationLanguage, facts: readonly StaffFact[]): string {
  const [first] = facts;
  if (first && facts.length === 1) return titleOfFact(language, first);
  return fill(TEXTS[language].many, { count: String(facts.length) });
}

function titleOfFact(language: NotificationLanguage, { event, attention }: StaffFact): string {
  const { event: events, attention: needs }: Texts = TEXTS[language];
  if (attention !== null) return fill(needs, { name: NAMES[language][attention] ?? attention });
  return Object.hasOwn(events, event) ? events[event as keyof Texts["event"]] : event;
}

export function messageText(
  facts: readonly StaffFact[],
  {
    language,
    role,
    dashboardUrl,
  }: { readonly language: NotificationLanguage; readonly role: string | null; readonly dashboardUrl: string },
): MessageText {
  const texts = TEXTS[language];
  return {
    title: titleOf(language, facts),
    lines: facts.map((fact) => ({
      title: titleOfFact(language, fact),
      text: detailsOf(texts, fact),
      url: `${dashboardUrl}${pageOf(fact)}`,
    })),
    open: texts.open,
    why: role === null ? null : fill(texts.why, { role }),
  };
}

export function testText(language: NotificationLanguage, role: string | null, dashboardUrl: string): MessageText {
  const { test, testText: text, open, why }: Texts = TEXTS[language];
  return {
    title: test,
    lines: [{ title: test, text, url: `${dashboardUrl}/acquiring/notifications` }],
    open,
    why: role === null ? null : fill(why, { role }),
  };
}

function detailsOf({ order, account, code, due }: Texts, fact: StaffFact): string {
  return [
    ...(fact.amount_minor === null || fact.currency === null ? [] : [amountOf(fact.amount_minor, fact.currency)]),
    ...(fact.order_no === null ? [] : [fill(order, { order: fact.order_no })]),
    ...(fact.account === null ? [] : [fill(account, { account: fact.account })]),
    // In UTC, as due dates are reported.
    ...(fact.due_at === undefined ? [] : [fill(due, { date: fact.due_at.slice(0, 10) })]),
    ...(fact.code === null ? [] : [fill(code, { code: fact.code })]),
  ].join(" · ");
}

function amountOf(minor: string, currency: string): string {
  return `${toMajor(createMoney(BigInt(minor), createCurrency(currency)))} ${currency}`;
}

/** Below the dashboard's own address. */
function pageOf(fact: StaffFact): string {
  const { attempt_id: payment, order_id: order, payout_id: payout, subscription_id: subscription } = fact;
  if (order !== null) return `/orders/${encodeURIComponent(order)}`;
  if (subscription !== undefined) return `/acquiring/subscriptions/${encodeURIComponent(subscription)}`;
  if (payout !== null) return `/acquiring/payouts/${encodeURIComponent(payout)}`;
  return payment === null ? "/acquiring/attention" : `/acquiring?payment=${encodeURIComponent(payment)}`;
}

/** For readers without HTML, and chats. */
export const plainText = ({ title, lines, open, why }: MessageText): string =>
  [
    title,
    ...lines.map((line) =>
      [...(line.title === title ? [] : [line.title]), line.text, `${open}: ${line.url}`].join("\n"),
    ),
    ...(why === null ? [] : [why]),
  ].join("\n\n");

export function htmlText({ title, lines, open, why }: MessageText): string {
  const items = lines.map(
    (line) =>
      `<p><strong>${escapeHtml(line.title)}</strong><br>${escapeHtml(line.text)}<br><a href="${escapeHtml(line.url)}">${escapeHtml(open)}</a></p>`,
  );
  const end = why === null ? "" : `<p><small>${escapeHtml(why)}</small></p>`;
  return `<!doctype html><html><body><h1>${escapeHtml(title)}</h1>${items.join("")}${end}</body></html>`;
}

/** The name that providers get who know no finished text. */
const UNNAMED_TEMPLATE = "acquiring-staff-notification";

export interface StaffEmail {
  readonly template: string;
  readonly data: Record<string, unknown>;
  readonly content?: { readonly subject: string; readonly text: string; readonly html: string };
}

/** Providers such as SendGrid's ignore the template of a message with a finished text, so it has one or the other. */
export const emailOf = (text: MessageText, template: string | undefined): StaffEmail => ({
  template: template ?? UNNAMED_TEMPLATE,
  data: { ...text },
  ...(template === undefined && {
    content: { subject: text.title, text: plainText(text), html: htmlText(text) },
  }),
});
