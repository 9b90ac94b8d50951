import type { FieldError } from "../api-schema/errors";
import { cardFieldOf } from "./field-words";
import type { CardErrors, CardField } from "./validate-card";
import type { AcquiringErrorCode, Texts } from "./texts";
import { english } from "./texts";

/** The client's only error: a request refused or without an answer. A declined card is a result, not an error. */
export interface ErrorDetails {
  /** Overrides the text from the table. */
  readonly message?: string | undefined;
  /** The customer's language; default English. */
  readonly texts?: Texts | undefined;
  /** Invalid fields of the request, by path such as `card.number`. */
  readonly fields?: readonly FieldError[];
  /** The server's or browser's own error, for developers; do not show it. */
  readonly cause?: unknown;
}

/** `message` may be shown to the customer; shops can choose their own text by `code`. */
export class AcquiringError extends Error {
  override readonly name = "AcquiringError";
  readonly fields: readonly FieldError[];

  constructor(
    readonly code: AcquiringErrorCode,
    details: ErrorDetails = {},
  ) {
    super(details.message || (details.texts ?? english).errors[code], { cause: details.cause });
    this.fields = details.fields ?? [];
  }
}

/**
 * The server's validation errors by field of the card form; empty if they do not concern the card. An invalid name is
 * returned for both kinds of form, as `name` and as `firstName` or `lastName`.
 */
export function cardErrorsOf(error: unknown): CardErrors {
  if (!(error instanceof AcquiringError)) return {};
  const found: Partial<Record<CardField, string>> = {};
  for (const { field, message } of error.fields) {
    const name = cardFieldOf(field);
    if (name) found[name] ??= message;
    if (name === "firstName" || name === "lastName") found.name ??= message;
  }
  return found;
}
