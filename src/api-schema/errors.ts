import { z } from "@medusajs/framework/zod";

/** Error codes and English texts for customers. All declines read the same, so card testers learn nothing. */
export const storeErrorCodes = [
  "invalid_request",
  "card_invalid",
  "card_declined",
  "payment_checking",
  "payment_not_available",
  "instalments_not_available",
  "session_not_payable",
  "session_not_found",
  "amount_changed",
  "cart_incomplete",
  "direct_card_disabled",
  "saved_card_not_found",
  "login_required",
  "captcha_required",
  "return_address_not_allowed",
  "too_many_attempts",
  "temporarily_unavailable",
  "subscription_single",
  "subscription_currency",
  "subscription_ended",
  "subscription_method",
  "subscription_free",
  "subscription_not_found",
  "payment_link_not_found",
  "payment_link_expired",
  "payment_link_revoked",
  "payment_link_paid",
  "payment_waiting",
  "order_cancelled",
  "nothing_to_pay",
] as const;

export const StoreErrorCode = z.enum(storeErrorCodes);
export type StoreErrorCode = z.infer<typeof StoreErrorCode>;

export const customerText: Readonly<Record<StoreErrorCode, string>> = {
  invalid_request: "Some fields are not correct. Please check the marked fields.",
  card_invalid: "Please check the card details.",
  card_declined: "The payment was not approved. Please try another card or another payment method.",
  payment_checking: "We are checking your payment with the bank. Please do not pay again.",
  payment_not_available: "This payment method is not available right now. Please choose another one.",
  instalments_not_available: "These instalments are no longer available. Please choose again.",
  session_not_payable: "This payment is no longer active. Please reload the page.",
  session_not_found: "This payment could not be found. Please reload the page.",
  amount_changed: "The amount has changed. Please review it and pay again.",
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
  subscription_ended: "This subscription is no longer sold. Please remove it from your cart.",
  subscription_method: "A subscription can be paid by card only. Please choose another payment method.",
  subscription_free: "A subscription needs a first payment. Please remove the discount, or the subscription.",
  subscription_not_found: "This subscription could not be found. Please reload the page.",
  payment_link_not_found: "This payment link is not valid. Please check that you copied all of it.",
  payment_link_expired: "This payment link has expired. Please ask the shop for a new one.",
  payment_link_revoked: "The shop has withdrawn this payment link. Please ask the shop for a new one.",
  payment_link_paid: "This payment link has already been paid. Thank you.",
  payment_waiting: "A payment for this order is still open. Please do not pay twice.",
  order_cancelled: "This order was cancelled. There is nothing to pay.",
  nothing_to_pay: "There is nothing to pay.",
};

/** One invalid field of a request: its path, and what to do about it. */
export const FieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** Body of every error of our store routes. Contains no value from the request. */
export const StoreError = z.object({
  type: z.string(),
  code: StoreErrorCode,
  message: z.string(),
  fields: z.array(FieldError).optional(),
});
export type StoreError = z.infer<typeof StoreError>;
