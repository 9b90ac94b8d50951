"use client";

/** `medusa-payment-acquiring/react`: components and hooks over the SDK. */
export { HostedCheckout } from "./hosted-checkout";
export type { HostedCheckoutProps } from "./hosted-checkout";
export type { Loaded } from "./loaded";
export { MySubscriptions } from "./my-subscriptions";
export type { MySubscriptionsProps } from "./my-subscriptions";
export { PaymentElement } from "./payment-element";
export type { PaymentElementProps } from "./payment-element";
export type { Notice, PaymentState } from "./payment-state";
export { PlanTerms } from "./plan-terms";
export type { PlanTermsProps } from "./plan-terms";
export { SavedCards } from "./saved-cards";
export type { SavedCardsProps } from "./saved-cards";
export { usePayment } from "./use-payment";
export type { PaymentControl, PayOrder, UsePaymentInput } from "./use-payment";
export { usePaymentMethods } from "./use-payment-methods";
export type { PaymentMethods } from "./use-payment-methods";
export { useReturn } from "./use-return";
export type { ReturnState } from "./use-return";
export { useSavedCards } from "./use-saved-cards";
export type { SavedCardList } from "./use-saved-cards";
export type { SubscriptionOrder } from "./subscription-charges";
export { useSubscriptions } from "./use-subscriptions";
export type { Ending, SubscriptionList } from "./use-subscriptions";
export type { LabelOverrides, Words } from "./words";
