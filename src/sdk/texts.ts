import type { StoreErrorCode } from "../contract/errors";

/**
 * The words a shopper reads, one per code, in English. A shop with other words or
 * other languages keeps its own table of the same type. Every decline reads the same.
 */
export type AcquiringErrorCode = StoreErrorCode | "network";

export const shopperTexts: Readonly<Record<AcquiringErrorCode, string>> = {
  invalid_request: "Something in the form is not right. Please check the marked fields.",
  card_invalid: "Please check the card details.",
  card_declined: "The payment was not approved. Please try another card or another way to pay.",
  payment_checking: "We are checking your payment with the bank. Please do not pay again.",
  payment_not_available: "This way to pay is not available right now. Please choose another one.",
  session_not_payable: "This payment is already finished or was replaced. Please reload the page.",
  session_not_found: "This payment could not be found. Please reload the page.",
  amount_changed: "The total of your cart has changed. Please review it and pay again.",
  cart_incomplete: "Please add your e-mail address and your delivery details first.",
  direct_card_disabled: "Card entry is not enabled in this shop. Please choose another way to pay.",
  too_many_attempts: "Too many attempts. Please wait a while and try again.",
  temporarily_unavailable: "We could not reach the bank. Nothing was charged. Please try again.",
  network: "The shop could not be reached, so we do not know yet what became of your payment. Please do not pay again.",
};

export const isStoreErrorCode = (value: unknown): value is StoreErrorCode =>
  typeof value === "string" && value !== "network" && Object.hasOwn(shopperTexts, value);
