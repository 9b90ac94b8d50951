/**
 * All that the components take from the SDK passes through here, so that a shop's
 * bundle has the SDK once, whichever entry it comes from.
 */
export {
  AcquiringError,
  brandName,
  cardBrand,
  cardErrorsOf,
  fill,
  methodNameOf,
  formatCardNumber,
  formatExpiry,
  validateCard,
} from "../../sdk";
export type {
  Acquiring,
  AcquiringErrorCode,
  CardDraft,
  CardErrors,
  CardField,
  Label,
  Methods,
  InstructionsOf,
  PayInput,
  PaymentInstructions,
  Payment,
  PaymentMethod,
  PaymentMethodInput,
  PaymentSessionLike,
  PersonInput,
  Returned,
  SavedCard,
  StorePlan,
  StoreSubscription,
  StoreSubscriptionCancelled,
  Texts,
} from "../../sdk";
