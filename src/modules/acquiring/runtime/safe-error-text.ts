import { safeText } from "../../../gateway/redaction/redact";

/** The error's name only, if its message could contain data of a customer or the gateway. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : "unknown error");

/** Without card numbers and control characters. A workflow returns its error as a plain object. */
export const errorMessage = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? safeText(String(error.message)) : "unknown error";
