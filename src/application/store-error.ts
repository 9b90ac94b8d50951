import type { FieldError, StoreErrorCode } from "../api-schema/errors";

/** A store request that cannot be served, with a code that shop texts are keyed by. Holds no request value. */
export class StoreRequestError extends Error {
  override readonly name = "StoreProblem";

  constructor(
    readonly code: StoreErrorCode,
    readonly status: 400 | 401 | 404 | 409 | 422 | 429 | 503,
    readonly fields: readonly FieldError[] = [],
    /** Added to the message for storefront developers at a test account. Never set on a live account. */
    readonly hint: string | null = null,
  ) {
    super(code);
  }
}
