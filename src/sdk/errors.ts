import type { FieldError, StoreErrorCode } from "../contract/errors";

/** A call that did not succeed. `message` may be shown to the shopper; `code` is for the shop's own words. */
export class AcquiringError extends Error {
  override readonly name = "AcquiringError";

  constructor(
    readonly code: StoreErrorCode | "network",
    message: string,
    /** Wrong fields of the request, by path such as `card.number`. */
    readonly fields: readonly FieldError[] = [],
  ) {
    super(message);
  }
}

const CODES: Readonly<Record<StoreErrorCode, true>> = {
  invalid_request: true,
  card_invalid: true,
  card_declined: true,
  payment_checking: true,
  payment_not_available: true,
  session_not_payable: true,
  session_not_found: true,
  amount_changed: true,
  cart_incomplete: true,
  direct_card_disabled: true,
  too_many_attempts: true,
  temporarily_unavailable: true,
};

export const isStoreErrorCode = (value: unknown): value is StoreErrorCode =>
  typeof value === "string" && Object.hasOwn(CODES, value);
