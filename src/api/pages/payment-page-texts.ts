import type { Texts } from "../../sdk/texts";
import { english, languages } from "../../sdk/languages";

/** Texts of the payment page: those of the SDK in its language, and the few that only this page needs. */
export interface PaymentPageTexts extends Texts {
  /** `{date}`: the last day. */
  readonly until: string;
  readonly amountChanged: string;
  readonly noScript: string;
}

type Row = readonly [until: string, amountChanged: string, noScript: string];

const ENGLISH: Row = [
  "You can pay until {date}.",
  "The amount has changed. Please check it and pay again.",
  "Please switch on JavaScript in your browser to pay here, or contact the shop.",
];

const ROWS: Readonly<Record<string, Row>> = {
  en: ENGLISH,
  de: [
    "Sie können bis zum {date} bezahlen.",
    "Der Betrag hat sich geändert. Bitte prüfen Sie ihn und zahlen Sie erneut.",
    "Bitte aktivieren Sie JavaScript in Ihrem Browser, um hier zu bezahlen, oder wenden Sie sich an den Shop.",
  ],
  fr: [
    "Vous pouvez payer jusqu’au {date}.",
    "Le montant a changé. Veuillez le vérifier et payer à nouveau.",
    "Veuillez activer JavaScript dans votre navigateur pour payer ici, ou contacter la boutique.",
  ],
  es: [
    "Puede pagar hasta el {date}.",
    "El importe ha cambiado. Compruébelo y vuelva a pagar.",
    "Active JavaScript en su navegador para pagar aquí o póngase en contacto con la tienda.",
  ],
  it: [
    "Può pagare fino al {date}.",
    "L’importo è cambiato. Lo controlli e paghi di nuovo.",
    "Attivi JavaScript nel browser per pagare qui, oppure contatti il negozio.",
  ],
  pt: [
    "Pode pagar até {date}.",
    "O montante mudou. Verifique-o e pague novamente.",
    "Ative o JavaScript no seu navegador para pagar aqui ou contacte a loja.",
  ],
  nl: [
    "U kunt betalen tot en met {date}.",
    "Het bedrag is gewijzigd. Controleer het en betaal opnieuw.",
    "Zet JavaScript aan in uw browser om hier te betalen, of neem contact op met de winkel.",
  ],
  pl: [
    "Możesz zapłacić do {date}.",
    "Kwota się zmieniła. Sprawdź ją i zapłać ponownie.",
    "Włącz JavaScript w przeglądarce, aby tu zapłacić, lub skontaktuj się ze sklepem.",
  ],
  sv: [
    "Du kan betala till och med {date}.",
    "Beloppet har ändrats. Kontrollera det och betala igen.",
    "Slå på JavaScript i webbläsaren för att betala här, eller kontakta butiken.",
  ],
  tr: [
    "Son ödeme tarihi: {date}.",
    "Tutar değişti. Lütfen kontrol edip yeniden ödeyin.",
    "Burada ödemek için lütfen tarayıcınızda JavaScript’i açın veya mağazayla iletişime geçin.",
  ],
  ja: [
    "お支払い期限：{date}",
    "金額が変更されました。ご確認のうえ、もう一度お支払いください。",
    "こちらでお支払いいただくには、ブラウザの JavaScript を有効にするか、ショップにお問い合わせください。",
  ],
  ar: [
    "يمكنك الدفع حتى {date}.",
    "تغيّر المبلغ. يرجى التحقق منه والدفع مرة أخرى.",
    "يرجى تفعيل JavaScript في متصفحك للدفع هنا، أو التواصل مع المتجر.",
  ],
  he: [
    "אפשר לשלם עד {date}.",
    "הסכום השתנה. יש לבדוק אותו ולשלם שוב.",
    "כדי לשלם כאן יש להפעיל JavaScript בדפדפן, או לפנות לחנות.",
  ],
};

/** The first supported language of these, each a BCP 47 tag or an `Accept-Language` header; default English. */
export function paymentPageTexts(wanted: readonly (string | null | undefined)[]): PaymentPageTexts {
  const tags = wanted.flatMap((each) => (each ?? "").slice(0, 200).split(","));
  const codes = tags.map((tag) => tag.split(";")[0]?.trim().toLowerCase().split(/[-_]/)[0] ?? "");
  const known = codes.map((code) => (code === "iw" ? "he" : code)).find((code) => Object.hasOwn(ROWS, code)) ?? "en";
  const texts = languages[known] ?? english;
  const [until, amountChanged, noScript] = ROWS[known] ?? ENGLISH;
  return { ...texts, errors: { ...texts.errors, amount_changed: amountChanged }, until, amountChanged, noScript };
}
