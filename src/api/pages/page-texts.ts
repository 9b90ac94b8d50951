/** Texts of the pages shown on the way to the gateway and back, chosen by the browser's language. */
export interface PageTexts {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** Shown while the page redirects by itself. */
  readonly leading: string;
  readonly returning: string;
  readonly gone: string;
  readonly goneAdvice: string;
  readonly proceed: string;
}

const row = (
  language: string,
  [leading, returning, gone, goneAdvice, proceed]: readonly [string, string, string, string, string],
  direction: PageTexts["direction"] = "ltr",
): PageTexts => ({ language, direction, leading, returning, gone, goneAdvice, proceed });

const ENGLISH = row("en", [
  "Taking you to the payment page…",
  "Taking you back to the shop…",
  "This payment link is no longer valid",
  "Please go back to the shop and try again. This page did not charge anything.",
  "Continue",
]);

const TEXTS: readonly PageTexts[] = [
  ENGLISH,
  row("de", [
    "Sie werden zur Zahlungsseite weitergeleitet …",
    "Sie werden zum Shop zurückgeleitet …",
    "Dieser Zahlungslink ist nicht mehr gültig",
    "Bitte kehren Sie zum Shop zurück und versuchen Sie es erneut. Diese Seite hat nichts abgebucht.",
    "Weiter",
  ]),
  row("fr", [
    "Redirection vers la page de paiement…",
    "Retour à la boutique…",
    "Ce lien de paiement n’est plus valable",
    "Veuillez revenir à la boutique et réessayer. Cette page n’a rien débité.",
    "Continuer",
  ]),
  row("es", [
    "Le llevamos a la página de pago…",
    "Le llevamos de vuelta a la tienda…",
    "Este enlace de pago ya no es válido",
    "Vuelva a la tienda e inténtelo de nuevo. Esta página no ha cobrado nada.",
    "Continuar",
  ]),
  row("it", [
    "La stiamo portando alla pagina di pagamento…",
    "La stiamo riportando al negozio…",
    "Questo link di pagamento non è più valido",
    "Torni al negozio e riprovi. Questa pagina non ha addebitato nulla.",
    "Continua",
  ]),
  row("pt", [
    "A encaminhar para a página de pagamento…",
    "A regressar à loja…",
    "Esta ligação de pagamento já não é válida",
    "Volte à loja e tente novamente. Esta página não cobrou nada.",
    "Continuar",
  ]),
  row("nl", [
    "U wordt naar de betaalpagina gebracht…",
    "U gaat terug naar de winkel…",
    "Deze betaallink is niet meer geldig",
    "Ga terug naar de winkel en probeer het opnieuw. Deze pagina heeft niets afgeschreven.",
    "Doorgaan",
  ]),
  row("pl", [
    "Przechodzimy do strony płatności…",
    "Wracamy do sklepu…",
    "Ten link do płatności jest już nieważny",
    "Proszę wrócić do sklepu i spróbować ponownie. Ta strona niczego nie pobrała.",
    "Dalej",
  ]),
  row("sv", [
    "Du skickas till betalsidan…",
    "Du skickas tillbaka till butiken…",
    "Den här betalningslänken gäller inte längre",
    "Gå tillbaka till butiken och försök igen. Den här sidan har inte dragit något.",
    "Fortsätt",
  ]),
  row("tr", [
    "Ödeme sayfasına yönlendiriliyorsunuz…",
    "Mağazaya geri dönüyorsunuz…",
    "Bu ödeme bağlantısı artık geçerli değil",
    "Lütfen mağazaya dönüp yeniden deneyin. Bu sayfa hiçbir tahsilat yapmadı.",
    "Devam",
  ]),
  row("ja", [
    "お支払いページへ移動しています…",
    "ショップに戻っています…",
    "このお支払いリンクは無効になりました",
    "ショップに戻って、もう一度お試しください。このページでの請求はありません。",
    "続ける",
  ]),
  row(
    "ar",
    [
      "جارٍ نقلك إلى صفحة الدفع…",
      "جارٍ إعادتك إلى المتجر…",
      "رابط الدفع هذا لم يعد صالحًا",
      "يرجى العودة إلى المتجر والمحاولة مرة أخرى. لم تُخصم أي مبالغ من خلال هذه الصفحة.",
      "متابعة",
    ],
    "rtl",
  ),
  row(
    "he",
    [
      "מעבירים אתכם לדף התשלום…",
      "מחזירים אתכם לחנות…",
      "קישור התשלום הזה כבר אינו בתוקף",
      "יש לחזור לחנות ולנסות שוב. דף זה לא חייב דבר.",
      "המשך",
    ],
    "rtl",
  ),
];

/** The first supported language of an `Accept-Language` header; default English. */
export function pageTexts(acceptLanguage: string | undefined): PageTexts {
  const wanted = (acceptLanguage ?? "").slice(0, 200).split(",");
  for (const item of wanted) {
    const language = item.split(";")[0]?.trim().split("-")[0]?.toLowerCase();
    const found = TEXTS.find((texts) => texts.language === language);
    if (found) return found;
  }
  return ENGLISH;
}
