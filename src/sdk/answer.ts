import type { FieldError } from "../contract/errors";
import type { PaymentAnswer, StorePaymentState } from "../contract/store";
import { AcquiringError } from "./errors";
import type { AcquiringErrorCode, Texts } from "./texts";
import { english, isStoreErrorCode } from "./texts";
import type { Payment } from "./types";

/**
 * Reads what a store route answered. Three things can have happened: it answered, it
 * refused, or the answer is lost and nobody here knows. It sends nothing.
 */
export type { Payment } from "./types";

export type Reply =
  | { readonly kind: "payment"; readonly payment: Payment }
  | { readonly kind: "refused"; readonly error: AcquiringError }
  | { readonly kind: "lost"; readonly error: AcquiringError };

const STATES: Readonly<Record<StorePaymentState, true>> = {
  payable: true,
  authorised: true,
  captured: true,
  checking: true,
  pending: true,
  action_required: true,
};

/** A 5xx, and a success that cannot be read, tell nothing about the payment. */
export function readReply(status: number, body: unknown, texts?: Texts): Reply {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && isAnswer(body)) return { kind: "payment", payment: inWordsOf(texts, body.payment) };
  if (isSuccess) return { kind: "lost", error: new AcquiringError("network", { cause: "unreadable answer", texts }) };
  return { kind: status >= 500 ? "lost" : "refused", error: errorOf(status, body, texts) };
}

/** The server speaks English; a shop with a table of its own reads the same in its own words. */
export function inWordsOf(texts: Texts | undefined, payment: Payment): Payment {
  const words = ownWords(texts);
  const { error } = payment;
  if (words === null || error === null || !isStoreErrorCode(error.code)) return payment;
  return { ...payment, error: { ...error, message: words[error.code] } };
}

const ownWords = (texts?: Texts): Texts["errors"] | null => (texts && texts !== english ? texts.errors : null);

/** What the server said was wrong, in the shop's own words where it has a table, else in the server's. */
export function errorOf(status: number, body: unknown, texts?: Texts): AcquiringError {
  const message = isRecord(body) && typeof body.message === "string" ? body.message : undefined;
  if (!isRecord(body) || !isStoreErrorCode(body.code)) {
    return new AcquiringError(codeOf(status), { cause: { status, message }, texts });
  }
  const fields = Array.isArray(body.fields) ? body.fields.filter(isField) : [];
  const own = ownWords(texts) === null ? { message } : {};
  return new AcquiringError(body.code, { ...own, fields, cause: { status, message }, texts });
}

/** Not our words. A server or a proxy that failed says nothing about the payment: nobody may be led to pay again. */
function codeOf(status: number): AcquiringErrorCode {
  if (status === 429) return "too_many_attempts";
  return status >= 400 && status < 500 ? "payment_not_available" : "network";
}

export function isAnswer(value: unknown): value is PaymentAnswer {
  if (!isRecord(value) || !isRecord(value.payment)) return false;
  const { session_id, state, completable, poll_after_ms } = value.payment;
  return (
    typeof session_id === "string" &&
    typeof state === "string" &&
    Object.hasOwn(STATES, state) &&
    typeof completable === "boolean" &&
    (poll_after_ms === null || typeof poll_after_ms === "number")
  );
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isField = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.field === "string" && typeof value.message === "string";
