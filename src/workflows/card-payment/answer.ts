import type { StoreErrorCode } from "../../contract/errors";
import { shopperText } from "../../contract/errors";
import type { PaymentAnswer } from "../../contract/store";
import type { SessionPayment } from "../../modules/acquiring/pay-session";

/** A session's payment in the words of the store contract. Every decline reads the same. */
export function answerOf(sessionId: string, payment: SessionPayment | null): PaymentAnswer {
  const attempt = payment?.attempt ?? null;
  const state = payment?.state ?? "payable";
  const code = payment ? errorOf(payment) : null;
  return {
    payment: {
      session_id: sessionId,
      state: state === "voided" ? "payable" : state,
      completable: state === "authorised" || state === "captured" || state === "pending",
      error: code && { code, message: shopperText[code] },
      card: attempt?.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
      action: state === "action_required" && attempt?.action_url ? { kind: "redirect", url: attempt.action_url } : null,
      poll_after_ms: payment?.pollAfterMs ?? null,
    },
  };
}

function errorOf({ attempt, state }: SessionPayment): StoreErrorCode | null {
  if (state === "checking") return "payment_checking";
  if (state === "voided") return "session_not_payable";
  if (attempt?.state !== "declined" && attempt?.state !== "expired") return null;
  return attempt.result_code === "not_sent" ? "temporarily_unavailable" : "card_declined";
}
