/** `medusa-payment-acquiring/sdk`: for storefronts, in the browser. */
export { cardBrand, formatCardNumber, formatExpiry, parseExpiry, validateCard } from "./card";
export type { CardBrand, CardDraft, CardErrors, CardField } from "./card";
export { createAcquiring } from "./client";
export type { Acquiring, AcquiringConfig, Payment, PaymentSessionLike, WaitOptions } from "./client";
export { collectDevice } from "./device";
export { AcquiringError } from "./errors";
