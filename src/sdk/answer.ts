import type { FieldError } from "../api-schema/errors";
import type { PaymentAnswer, StorePaymentState } from "../api-schema/store";
import { AcquiringError } from "./errors";
import { inWordsOf } from "./field-words";
import type { Unanswered } from "./requests";
import type { AcquiringErrorCode, Texts } from "./texts";
import { english, isStoreErrorCode } from "./texts";
import type { Payment } from "./types";

/** Reads the answer of a store route: a result, a refusal, or a lost answer with an unknown outcome. */
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

/** A 5xx and an unreadable success say nothing about the payment. */
export function readReply(status: number, body: unknown, texts: Texts): Reply {
  if (status >= 200 && status < 300) return replyOf(body, texts);
  return {
    kind: status >= 500 ? "lost" : "refused",
    error: errorOf(status, body, { texts, unanswered: "network" }),
  };
}

/** A success; the server's English texts are replaced by those of the customer's language. */
export function replyOf(body: unknown, texts: Texts): Reply {
  if (!isAnswer(body))
    return { kind: "lost", error: new AcquiringError("network", { cause: "unreadable answer", texts }) };
  const { payment } = body;
  const code = payment.error?.code;
  if (texts === english || !isStoreErrorCode(code)) return { kind: "payment", payment };
  return { kind: "payment", payment: { ...payment, error: { code, message: texts.errors[code] } } };
}

/** The error in the shop's texts or, for English, the server's. `unanswered`: code for an answer without meaning. */
export function errorOf(
  status: number,
  body: unknown,
  { texts, unanswered }: { readonly texts: Texts; readonly unanswered: Unanswered },
): AcquiringError {
  const message = isRecord(body) && typeof body.message === "string" ? body.message : undefined;
  // `payment_not_available` must not be shown for a list that our own server failed to load.
  if (!isRecord(body) || !isStoreErrorCode(body.code) || (status >= 500 && unanswered !== "network")) {
    return new AcquiringError(codeOf(status, unanswered), { cause: { status, message }, texts });
  }
  const fields = Array.isArray(body.fields) ? body.fields.filter(isField) : [];
  return new AcquiringError(body.code, {
    ...(texts === english && { message }),
    fields: fields.map((field) => inWordsOf(texts, field)),
    cause: { status, message, fields },
    texts,
  });
}

/** A failing server or proxy says nothing about a payment, so the customer must not be asked to pay again. */
function codeOf(status: number, unanswered: Unanswered): AcquiringErrorCode {
  if (status === 429) return "too_many_attempts";
  const isToPay = unanswered === "network" || unanswered === "not_sent";
  return isToPay && status >= 400 && status < 500 ? "payment_not_available" : unanswered;
}

function isAnswer(value: unknown): value is PaymentAnswer {
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
