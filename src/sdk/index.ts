/** `medusa-payment-acquiring/sdk`: for storefronts, in the browser. */
export type { FieldError } from "../api-schema/errors";
export type { InstalmentPlan, PaymentMethod, SavedCard } from "../api-schema/store";
export type { DeviceInput, PersonInput, ThreeDsInput } from "../api-schema/store-payment-choice";
export type { StorePlan, StoreSubscription, StoreSubscriptionCancelled } from "../api-schema/store-subscription";
export { asciiDigits, brandName, cardBrand, digitsOf, formatCardNumber, formatExpiry, parseExpiry } from "./card";
export type { CardBrand, CardExpiry } from "./card";
export { acquiringFor } from "./acquiring-for";
export { createAcquiring } from "./client";
export { contentSecurityPolicy } from "./content-security-policy";
export type { PagePolicy } from "./content-security-policy";
export { collectDevice } from "./device";
export { AcquiringError, cardErrorsOf } from "./errors";
export type { ErrorDetails } from "./errors";
export type { SubscriptionPage, Subscriptions } from "./subscriptions";
export { splitHolderName } from "./holder-name";
export type { HolderName } from "./holder-name";
export { english, fill, methodNameOf, customerTexts } from "./texts";
export type { AcquiringErrorCode, FieldProblem, Label, SdkErrorCode, Texts } from "./texts";
export type {
  Acquiring,
  AcquiringConfig,
  AcquiringForConfig,
  InstructionsOf,
  MedusaSdkLike,
  Methods,
  OrderPayment,
  PaidFor,
  PayInput,
  PaymentInstructions,
  PaymentLink,
  Payment,
  PaymentMethodInput,
  PaymentSessionLike,
  Returned,
} from "./types";
export { validateCard } from "./validate-card";
export type { CardDraft, CardErrors, CardField } from "./validate-card";
export type { Timer, WaitOptions } from "./wait";
