import de from "./texts/de.json";
import en from "./texts/en.json";
import es from "./texts/es.json";
import fr from "./texts/fr.json";
import it from "./texts/it.json";
import pl from "./texts/pl.json";
import type { Money } from "../../gateway/model/money";
import { toMajor } from "../../gateway/model/money";
import type { CustomerMessageKind } from "../../modules/acquiring";
import type { CustomerEmailLanguage } from "../../options/customer-email-options";
import { CUSTOMER_EMAIL_LANGUAGES } from "../../options/customer-email-options";
import { escapeHtml } from "../escape-html";

/** What an e-mail to a customer says, in the customer's language. Pure. */
const TEXTS: Readonly<Record<CustomerEmailLanguage, typeof en>> = { de, en, es, fr, it, pl };

/** What the store's own template gets, too. Fields that do not belong to the kind are null. */
export interface CustomerEmailData {
  readonly kind: CustomerMessageKind;
  readonly language: CustomerEmailLanguage;
  readonly shop_name: string | null;
  readonly order_number: string | null;
  /** Decimal in major units, and its currency. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** Of a voucher or bank transfer, as customers read it. */
  readonly method: string | null;
  /** ISO 8601: until when a voucher can be paid; of a card, the end of its month. */
  readonly expires_at: string | null;
  /** The payment instructions, or where the order can be paid; null: none. */
  readonly url: string | null;
  /** The last four digits of a saved card. */
  readonly card: string | null;
  /** Of a payment that was declined later. */
  readonly is_order_cancelled: boolean;
}

export interface FinishedText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The first one that we speak, of `de-AT`, `de` and so on. */
export function languageOf(locale: string | null, fallback: CustomerEmailLanguage): CustomerEmailLanguage {
  const spoken = locale?.toLowerCase().split(/[-_]/)[0];
  return CUSTOMER_EMAIL_LANGUAGES.find((language) => language === spoken) ?? fallback;
}

export const moneyFields = (money: Money): Pick<CustomerEmailData, "amount" | "currency"> => ({
  amount: toMajor(money),
  currency: money.currency,
});

export function finishedText(data: CustomerEmailData): FinishedText {
  const texts = TEXTS[data.language];
  const { subject, text }: { subject: string; text: string } = texts[data.kind];
  const values = {
    order: data.order_number ?? "",
    amount: amountText(data),
    method: data.method ?? "",
    date: data.expires_at === null ? "" : dateText(data.language, data.expires_at),
    month: data.expires_at === null ? "" : monthText(data.language, data.expires_at),
    card: data.card ?? "",
  };
  const paragraphs = [fill(text, values), ...(data.kind === "declined_later" ? [consequenceOf(data)] : [])];
  const link = data.url === null ? null : { url: data.url, text: linkText(texts, data.kind) };
  const shop = data.shop_name === null ? [] : [data.shop_name];
  const html = [
    ...paragraphs.filter((each) => each !== "").map((each) => `<p>${escapeHtml(each)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`] : []),
    ...shop.map((name) => `<p>${escapeHtml(name)}</p>`),
  ];
  return {
    subject: fill(subject, values),
    text: [...paragraphs, ...(link ? [`${link.text}: ${link.url}`] : []), ...shop]
      .filter((each) => each !== "")
      .join("\n\n"),
    html: `<!doctype html><html lang="${data.language}"><body>${html.join("")}</body></html>`,
  };
}

function linkText(texts: typeof en, kind: CustomerMessageKind): string {
  return kind === "voucher_reminder" ? texts.voucher_reminder.link : texts.declined_later.link;
}

/** With a link to pay, that link says it. */
function consequenceOf({ language, url, is_order_cancelled: isCancelled }: CustomerEmailData): string {
  const texts = TEXTS[language];
  if (isCancelled) return texts.declined_later_cancelled;
  return url === null ? texts.declined_later_open : "";
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** With the decimals of the ledger, whatever the language's data say of the currency. */
function amountText({ language, amount, currency }: CustomerEmailData): string {
  if (amount === null || currency === null) return "";
  const digits = amount.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language, {
    ...{ style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
  // As text: exact for any amount.
  return format.format(amount as `${number}`);
}

const dateText = (language: CustomerEmailLanguage, at: string): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(new Date(at))} UTC`;

const monthText = (language: CustomerEmailLanguage, at: string): string =>
  new Intl.DateTimeFormat(language, { month: "2-digit", year: "numeric", timeZone: "UTC" }).format(new Date(at));
