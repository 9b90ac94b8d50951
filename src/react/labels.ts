/**
 * The words of the components besides the error texts, in English. A language of the
 * SDK brings its own; a shop may replace single ones by the `labels` property.
 * `{…}` are filled in.
 */
export const englishLabels = {
  payment: "Payment",
  chooseMethod: "How would you like to pay?",
  savedCardName: "{brand} ending in {digits}",
  savedCardExpiry: "Expires {expiry}",
  cardNumber: "Card number",
  expiry: "Expiry date",
  expiryHint: "MM / YY",
  securityCode: "Security code",
  securityCodeHint: "3 digits on the back of the card",
  securityCodeHintFour: "4 digits on the front of the card",
  firstName: "First name on card",
  lastName: "Last name on card",
  saveCard: "Save this card for next time",
  bank: "Your bank",
  chooseBank: "Choose a bank",
  bankCode: "Bank code",
  required: "Please fill in this field.",
  fieldsToCheck: "Please check these fields:",
  pay: "Pay",
  payAmount: "Pay {amount}",
  continueTo: "Continue to {method}",
  paysLater: "You get the details for paying now and pay later. We keep your order until the money is there.",
  redirectNotice: "You continue on a secure page and come back here afterwards.",
  frameNotice: "The secure card form opens here.",
  frameTitle: "Secure payment form",
  loading: "Loading the ways to pay",
  empty: "No way to pay is set up for this cart.",
  failedTitle: "The ways to pay could not be loaded.",
  tryAgain: "Try again",
  working: "Sending your payment",
  checking: "Checking your payment",
  checkingNotice: "This takes a few seconds. Please keep this page open.",
  redirecting: "Taking you to the secure page",
  redirectingNotice: "If nothing happens, please press Continue.",
  continueNow: "Continue",
  unsettled: "Your payment is still being checked",
  unsettledNotice: "Please do not pay again. Look again in a moment.",
  lookAgain: "Look again",
  done: "Payment successful",
  doneNotice: "We are finishing your order.",
  pending: "Your payment is being processed",
  pendingNotice: "We keep your order and finish it as soon as the payment is confirmed.",
  cancelled: "The payment was cancelled. Nothing was charged. You can pay again in any way.",
  unfinished: "The payment was not finished. You can start again or choose another way to pay.",
  otherWay: "Pay in another way",
  savedCards: "Saved cards",
  savedCardsEmpty: "You have no saved cards.",
  savedCardsEmptyNotice: "You can save a card when you pay with it.",
  savedCardsFailed: "Your saved cards could not be loaded.",
  remove: "Remove",
  removeCard: "Remove {card}",
  removeQuestion: "Remove this card?",
  keep: "Keep",
  removed: "The card was removed.",
  useCard: "Use {card}",
  use: "Use",
} as const;

export type LabelName = keyof typeof englishLabels;
export type Labels = Readonly<Record<LabelName, string>>;

/** Puts values into the `{…}` of a label. */
export const fill = (label: string, values: Readonly<Record<string, string>>): string =>
  label.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
