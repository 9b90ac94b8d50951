import type { StoreErrorCode } from "../api-schema/errors";
import { errors, fields, labels } from "./languages/en.json";

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
  | "partRange"
  | "partRest"
  | "paysLater"
  | "redirectNotice"
  | "instalments"
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
  | "cancelSubscription"
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

export const english: Texts = { language: "en", direction: "ltr", errors, fields, labels };

/** Display name of a payment method: cards are translated, other methods are brand names. */
export const methodNameOf = (
  { mode, name }: { readonly mode: "card" | "checkout" | "apm"; readonly name: string },
  { card, hostedCard }: Readonly<Record<"card" | "hostedCard", string>>,
): string => (mode === "apm" ? name : mode === "card" ? card : hostedCard);

/** The English error texts alone. */
export const customerTexts = english.errors;

const SDK_CODES: Readonly<Record<SdkErrorCode, true>> = {
  network: true,
  not_loaded: true,
  not_sent: true,
  not_saved: true,
};

export const isStoreErrorCode = (value: unknown): value is StoreErrorCode =>
  typeof value === "string" && !Object.hasOwn(SDK_CODES, value) && Object.hasOwn(english.errors, value);
