import type { FieldError } from "../api-schema/errors";
import { cardFieldOf } from "./field-words";
import type { CardErrors, CardField } from "./validate-card";
import type { AcquiringErrorCode, Texts } from "./texts";
import { english } from "./texts";

/**
 * The one error of this client: a request that was refused, or whose answer never
 * came. A declined card is not an error but an answer.
 */
export interface ErrorDetails {
  /** The shop's own words instead of the table's. */
  readonly message?: string | undefined;
  /** The shopper's language; English by default. */
  readonly texts?: Texts | undefined;
  /** Wrong fields of the request, by path such as `card.number`. */
  readonly fields?: readonly FieldError[];
  /** What the server or the browser said, for the developer; do not show it. */
  readonly cause?: unknown;
}

/** `message` may be shown to the shopper; `code` is for the shop's own words. */
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
 * What the server found wrong, by the field of the card form; empty when it was nothing of the card. A wrong name is
 * there for both kinds of form, as `name` and as `firstName` or `lastName`.
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
