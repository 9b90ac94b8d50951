import type { StoreErrorCode } from "../api-schema/errors";

/**
 * All texts for customers in one language: errors by code, validation messages, and labels of the React components.
 * Shops can provide tables of their own of this type. All declines read the same.
 */
export type AcquiringErrorCode = StoreErrorCode | SdkErrorCode;

/**
 * Codes that the SDK adds for requests without an answer. `network`: it may have been a payment, outcome unknown.
 * `not_loaded`: something to display. `not_sent`: nothing was paid yet. `not_saved`: a change other than a payment,
 * such as removing a card.
 */
export type SdkErrorCode = "network" | "not_loaded" | "not_sent" | "not_saved";

export type FieldProblem =
  | "numberMissing"
  | "numberWrong"
  | "expiryMissing"
  | "expiryPast"
  | "codeThree"
  | "codeFour"
  | "firstNameMissing"
  | "lastNameMissing"
  | "nameMissing"
  | "nameWrong"
  | "required";

export type Label =
  | "card"
  | "hostedCard"
  | "savedCards"
  | "newCard"
  | "chooseMethod"
  | "cardNumber"
  | "expiry"
  | "securityCode"
  | "cardName"
  | "firstName"
  | "lastName"
  | "saveCard"
  | "pay"
  | "payAmount"
  | "paysLater"
  | "redirectNotice"
  | "bank"
  | "chooseBank"
  | "documentNumber"
  | "documentType"
  | "email"
  | "phone"
  | "birthDate"
  | "remove"
  | "removeCard"
  | "removeConfirm"
  | "keep"
  | "cancel"
  | "continue"
  | "tryAgain"
  | "loading"
  | "working"
  | "checking"
  | "redirecting"
  | "paid"
  | "pending"
  | "cancelled"
  | "howToPay"
  | "waitingForPayment"
  | "paymentExpired"
  | "paymentCancelled"
  | "amount"
  | "paymentMethod"
  | "payBy"
  | "showInstructions"
  | "newTab"
  | "copy"
  | "copied"
  | "noMethods"
  | "noSavedCards"
  | "cardEnding"
  | "expires"
  | "openPage"
  | "hostedFrame"
  | "planDay"
  | "planWeek"
  | "planMonth"
  | "planYear"
  | "planEvery"
  | "planStarts"
  | "planEnds"
  | "planCycles"
  | "planNotice"
  | "subscriptions"
  | "noSubscriptions"
  | "subscriptionPending"
  | "subscriptionActive"
  | "subscriptionCancelling"
  | "subscriptionCancelled"
  | "subscriptionEnded"
  | "nextCharge"
  | "endSubscription"
  | "endConfirm"
  | "endDone"
  | "endChecking"
  | "endRefused"
  | "endLost"
  | "charges"
  | "chargePending"
  | "chargeAuthorised"
  | "chargePaid"
  | "chargeDeclined"
  | "chargeRefunded"
  | "orderNumber"
  | "showMore";

export interface Texts {
  /** BCP 47, such as `en`. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly errors: Readonly<Record<AcquiringErrorCode, string>>;
  readonly fields: Readonly<Record<FieldProblem, string>>;
  /** `{amount}`, `{card}`, `{date}` and the like are placeholders. */
  readonly labels: Readonly<Record<Label, string>>;
}

/** Fills the placeholders of a text: `fill("Pay {amount}", { amount: "€10.00" })`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? "") : whole));

export const english: Texts = {
  language: "en",
  direction: "ltr",
  errors: {
    invalid_request: "Something in the form is not right. Please check the marked fields.",
    card_invalid: "Please check the card details.",
    card_declined: "The payment was not approved. Please try another card or another payment method.",
    payment_checking: "We are checking your payment with the bank. Please do not pay again.",
    payment_not_available: "This payment method is not available right now. Please choose another one.",
    session_not_payable: "This payment is no longer active. Please reload the page.",
    session_not_found: "This payment could not be found. Please reload the page.",
    amount_changed: "The total of your cart has changed. Please review it and pay again.",
    cart_incomplete: "Please add your e-mail address and your delivery details first.",
    direct_card_disabled: "Card entry is not enabled in this shop. Please choose another payment method.",
    saved_card_not_found: "This saved card can no longer be used. Please choose another payment method.",
    login_required: "Please log in first.",
    captcha_required: "Please confirm that you are not a robot and try again.",
    return_address_not_allowed:
      "This shop is not set up correctly for this payment. Please choose another payment method.",
    too_many_attempts: "Too many attempts. Please wait a while and try again.",
    temporarily_unavailable: "We could not reach the bank. Nothing was charged. Please try again.",
    subscription_single: "Please buy one subscription at a time: remove the others from your cart.",
    subscription_currency: "This subscription is not sold in the currency of your cart.",
    subscription_ended: "This subscription is not sold any more. Please remove it from your cart.",
    subscription_method: "A subscription can be paid by card only. Please choose another payment method.",
    subscription_free: "A subscription needs a first payment. Please remove the discount, or the subscription.",
    subscription_not_found: "This subscription could not be found. Please reload the page.",
    network:
      "The shop could not be reached, so we do not know yet whether your payment went through. Please do not pay again.",
    not_loaded: "This could not be loaded. Please check your connection and try again.",
    not_sent: "The shop could not be reached. Nothing was charged. Please check your connection and try again.",
    not_saved: "The change could not be saved. Please check your connection and try again.",
  },
  fields: {
    numberMissing: "Enter the card number.",
    numberWrong: "This card number isn't valid.",
    expiryMissing: "Enter the expiry as MM / YY.",
    expiryPast: "This card has expired.",
    codeThree: "Enter the 3 digits of the security code.",
    codeFour: "Enter the 4 digits of the security code.",
    firstNameMissing: "Enter the first name on the card.",
    nameMissing: "Enter the name on the card.",
    lastNameMissing: "Enter the last name on the card.",
    nameWrong: "Enter the name as shown on the card.",
    required: "Please fill in this field.",
  },
  labels: {
    card: "Card",
    hostedCard: "Card (on the payment provider's page)",
    savedCards: "Saved cards",
    newCard: "Another card",
    chooseMethod: "How would you like to pay?",
    cardNumber: "Card number",
    expiry: "Expiry (MM / YY)",
    securityCode: "Security code",
    cardName: "Name on card",
    firstName: "First name on the card",
    lastName: "Last name on the card",
    saveCard: "Save this card for next time",
    pay: "Pay now",
    payAmount: "Pay {amount}",
    paysLater: "We'll show you how to pay. We ship once you've paid.",
    redirectNotice: "You will be taken to a secure page to finish the payment.",
    bank: "Your bank",
    chooseBank: "Choose your bank",
    documentNumber: "Tax or identity number",
    documentType: "Type of document",
    email: "E-mail",
    phone: "Phone number",
    birthDate: "Date of birth",
    remove: "Remove",
    removeCard: "Remove card {card}",
    removeConfirm: "Remove this card?",
    keep: "Keep",
    cancel: "Cancel",
    continue: "Continue",
    tryAgain: "Try again",
    loading: "Loading payment methods…",
    working: "Please wait…",
    checking: "We are checking your payment. This takes a moment; please do not pay again.",
    redirecting: "Taking you to the payment page…",
    paid: "Thank you, your payment was received.",
    pending: "Your payment is being processed. Your order waits until it has arrived.",
    cancelled: "The payment was cancelled. You can choose another payment method.",
    howToPay: "How to pay",
    waitingForPayment: "Waiting for your payment. We ship once you've paid.",
    paymentExpired:
      "This payment has expired. Please don't pay it any more. Contact the shop if you still want to order.",
    paymentCancelled: "This payment was cancelled. Please don't pay it any more.",
    amount: "Amount",
    paymentMethod: "Payment method",
    payBy: "Pay by",
    showInstructions: "Show payment instructions",
    newTab: "opens in a new tab",
    copy: "Copy",
    copied: "Copied",
    noMethods: "No payment method is available for this order. Please contact the shop.",
    noSavedCards: "You have no saved cards.",
    cardEnding: "{card} ending in {digits}",
    expires: "Expires {date}",
    openPage: "Open the payment page",
    hostedFrame: "Secure card payment",
    planDay: "{amount} every day",
    planWeek: "{amount} every week",
    planMonth: "{amount} every month",
    planYear: "{amount} every year",
    planEvery: "{amount} every {period}",
    planStarts: "Starts on {date}.",
    planEnds: "Ends on {date}.",
    planCycles: "Charges in all: {count}.",
    planNotice: "Charged automatically until it ends or you cancel it.",
    subscriptions: "Your subscriptions",
    noSubscriptions: "You have no subscriptions.",
    subscriptionPending: "Being set up",
    subscriptionActive: "Active",
    subscriptionCancelling: "Being cancelled",
    subscriptionCancelled: "Cancelled",
    subscriptionEnded: "Ended",
    nextCharge: "Next charge on {date}.",
    endSubscription: "Cancel subscription",
    endConfirm:
      "Cancel this subscription? A charge that was prepared already may still be made at the end of the current period.",
    endDone:
      "The subscription is cancelled. A charge that was prepared already may still be made at the end of the current period.",
    endChecking: "We are finding out whether the subscription was cancelled. You need not do anything.",
    endRefused: "The subscription could not be cancelled and goes on. Please try again later.",
    endLost:
      "The shop could not be reached, so we do not know yet whether the subscription was cancelled. Please try again.",
    charges: "Charges",
    chargePending: "In progress",
    chargeAuthorised: "Authorised",
    chargePaid: "Paid",
    chargeDeclined: "Declined",
    chargeRefunded: "Refunded",
    orderNumber: "Order {number}",
    showMore: "Show more",
  },
};

/** Display name of a payment method: cards are translated, other methods are brand names. */
export const methodNameOf = (
  { mode, name }: { readonly mode: "card" | "checkout" | "apm"; readonly name: string },
  { card, hostedCard }: Readonly<Record<"card" | "hostedCard", string>>,
): string => (mode === "apm" ? name : mode === "card" ? card : hostedCard);

/** The English error texts alone. */
export const shopperTexts = english.errors;

const SDK_CODES: Readonly<Record<SdkErrorCode, true>> = {
  network: true,
  not_loaded: true,
  not_sent: true,
  not_saved: true,
};

export const isStoreErrorCode = (value: unknown): value is StoreErrorCode =>
  typeof value === "string" && !Object.hasOwn(SDK_CODES, value) && Object.hasOwn(english.errors, value);
