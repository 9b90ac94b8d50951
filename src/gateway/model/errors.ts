import { inspect } from "node:util";

/** Errors a caller branches on. A decline or a time-out is a value, not one of these. */

/**
 * An option, or the store's set-up of this package, is wrong. `message` is one sentence: which, why, and what to write.
 * The start stops there. It carries no stack: the mistake is in the configuration and not in the code, and Medusa prints
 * the message by itself.
 */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
  readonly code = "invalid_options";

  constructor(message: string) {
    super(message);
    this.stack = `OptionsError: ${message}`;
  }

  /** `medusa develop` prints the message, and then the error once more. */
  [inspect.custom](): string {
    return `OptionsError [${this.code}]`;
  }
}

/** The wire said something that is not a message of the expected form. */
export class CodecError extends Error {
  override readonly name = "CodecError";
  readonly code = "unreadable";
}
