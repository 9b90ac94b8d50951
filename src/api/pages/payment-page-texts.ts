import type { Texts } from "../../sdk/texts";
import { english, languages } from "../../sdk/languages";

/** Texts of the payment page: those of the SDK in its language, and the few that only this page needs. */
export interface PaymentPageTexts extends Texts {
  /** `{date}`: the last day. */
  readonly until: string;
  readonly noScript: string;
}

type Row = readonly [until: string, noScript: string];

const ENGLISH: Row = [
  "You can pay until {date}.",
  "Please switch on JavaScript in your browser to pay here, or contact the shop.",
];

const ROWS: Readonly<Record<string, Row>> = {
  en: ENGLISH,
  de: [
    "Sie können bis zum {date} bezahlen.",
    "Bitte aktivieren Sie JavaScript in Ihrem Browser, um hier zu bezahlen, oder wenden Sie sich an den Shop.",
  ],
  fr: [
    "Vous pouvez payer jusqu’au {date}.",
    "Veuillez activer JavaScript dans votre navigateur pour payer ici, ou contacter la boutique.",
  ],
  es: [
    "Puede pagar hasta el {date}.",
    "Active JavaScript en su navegador para pagar aquí o póngase en contacto con la tienda.",
  ],
  it: ["Può pagare fino al {date}.", "Attivi JavaScript nel browser per pagare qui, oppure contatti il negozio."],
  pt: ["Pode pagar até {date}.", "Ative o JavaScript no seu navegador para pagar aqui ou contacte a loja."],
  nl: [
    "U kunt betalen tot en met {date}.",
    "Zet JavaScript aan in uw browser om hier te betalen, of neem contact op met de winkel.",
  ],
  pl: [
    "Możesz zapłacić do {date}.",
    "Włącz JavaScript w przeglądarce, aby tu zapłacić, lub skontaktuj się ze sklepem.",
  ],
  sv: [
    "Du kan betala till och med {date}.",
    "Slå på JavaScript i webbläsaren för att betala här, eller kontakta butiken.",
  ],
  tr: [
    "Son ödeme tarihi: {date}.",
    "Burada ödemek için lütfen tarayıcınızda JavaScript’i açın veya mağazayla iletişime geçin.",
  ],
  ja: [
    "お支払い期限：{date}",
    "こちらでお支払いいただくには、ブラウザの JavaScript を有効にするか、ショップにお問い合わせください。",
  ],
  ar: ["يمكنك الدفع حتى {date}.", "يرجى تفعيل JavaScript في متصفحك للدفع هنا، أو التواصل مع المتجر."],
  he: ["אפשר לשלם עד {date}.", "כדי לשלם כאן יש להפעיל JavaScript בדפדפן, או לפנות לחנות."],
};

/** The first supported language of these, each a BCP 47 tag or an `Accept-Language` header; default English. */
export function paymentPageTexts(wanted: readonly (string | null | undefined)[]): PaymentPageTexts {
  const tags = wanted.flatMap((each) => (each ?? "").slice(0, 200).split(","));
  const codes = tags.map((tag) => tag.split(";")[0]?.trim().toLowerCase().split(/[-_]/)[0] ?? "");
  const known = codes.map((code) => (code === "iw" ? "he" : code)).find((code) => Object.hasOwn(ROWS, code)) ?? "en";
  const texts = languages[known] ?? english;
  const [until, noScript] = ROWS[known] ?? ENGLISH;
  return { ...texts, until, noScript };
}
