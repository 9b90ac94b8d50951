import { safeText } from "../../../gateway/redaction/redact";

/** What was thrown, by its name alone: where its message could hold what a shopper or the gateway sent. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : "unknown error");

/**
 * What went wrong, for one line of the log or a row: without card numbers and control characters. A workflow hands
 * its error on as a plain object.
 */
export const errorMessage = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? safeText(String(error.message)) : "unknown error";
