/** Errors a caller branches on. A decline or a time-out is a value, not one of these. */

/** An option is wrong. `message` is one sentence: which, why, and what to write. The start stops there. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
  readonly code = "invalid_options";
}

/** The wire said something that is not a message of the expected form. */
export class CodecError extends Error {
  override readonly name = "CodecError";
  readonly code = "unreadable";
}
