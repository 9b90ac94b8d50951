/* Errors that callers branch on. A decline or a timeout is a value, not one of these. */

import { inspect } from "node:util";

/**
 * An option, or the store's set-up of this package, is wrong. `message` is one sentence: which, why, and what to set.
 * The start fails. It has no stack: the mistake is in the configuration, and Medusa prints the message itself.
 */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
  readonly code = "invalid_options";

  constructor(message: string) {
    super(message);
    this.stack = `OptionsError: ${message}`;
  }

  /** `medusa develop` prints the message, and then the error again. */
  [inspect.custom](): string {
    return `OptionsError [${this.code}]`;
  }
}

/** The gateway's message does not have the expected form. */
export class CodecError extends Error {
  override readonly name = "CodecError";
  readonly code = "unreadable";
}
