import type { FieldError, StoreErrorCode } from "../api-schema/errors";

/** A request of the shop that cannot be served, with the code that the shop's words hang on. Holds no value that was sent. */
export class StoreRequestError extends Error {
  override readonly name = "StoreProblem";

  constructor(
    readonly code: StoreErrorCode,
    readonly status: 400 | 401 | 404 | 409 | 422 | 429 | 503,
    readonly fields: readonly FieldError[] = [],
    /** For the developer of a shop at a test account: added to the message. Never set where money moves. */
    readonly hint: string | null = null,
  ) {
    super(code);
  }
}
