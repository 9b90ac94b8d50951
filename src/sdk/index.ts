/** `medusa-payment-acquiring/sdk`: for storefronts, in the browser. */
export type { Payment } from "./answer";
export { cardBrand, formatCardNumber, formatExpiry, parseExpiry } from "./card";
export type { CardBrand, CardExpiry } from "./card";
export { createAcquiring } from "./client";
export type { Acquiring, AcquiringConfig, CardPaymentInput, PaymentSessionLike } from "./client";
export { collectDevice } from "./device";
export { AcquiringError, cardErrorsOf } from "./errors";
export type { ErrorDetails } from "./errors";
export { shopperTexts } from "./texts";
export type { AcquiringErrorCode } from "./texts";
export { validateCard } from "./validate-card";
export type { CardDraft, CardErrors, CardField } from "./validate-card";
export type { Timer, WaitOptions } from "./wait";
