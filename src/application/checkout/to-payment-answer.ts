import type { StoreErrorCode } from "../../api-schema/errors";
import { customerText } from "../../api-schema/errors";
import type { PaymentAnswer } from "../../api-schema/store";
import type AcquiringModuleService from "../../modules/acquiring/service";
import type { SessionPayment } from "../../modules/acquiring";
import { hasRedirectTarget } from "../../modules/acquiring";
import { instructionsOf } from "./instructions";

/** A payment as the store API returns it. Every decline gets the same message. */
export function toPaymentAnswer(
  ledger: AcquiringModuleService,
  sessionId: string,
  payment: SessionPayment | null,
): PaymentAnswer {
  const attempt = payment?.attempt ?? null;
  const state = payment?.state ?? "payable";
  const code = payment ? errorOf(payment) : null;
  return {
    payment: {
      session_id: sessionId,
      state: state === "voided" ? "payable" : state,
      completable: state === "authorised" || state === "captured" || state === "pending",
      error: code && { code, message: customerText[code] },
      card: attempt?.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
      action:
        attempt && state === "action_required"
          ? { kind: "redirect", url: ledger.tokens.goUrl(attempt), presentation: attempt.presentation ?? "page" }
          : null,
      method: attempt && { mode: attempt.mode, code: attempt.method, provider_id: attempt.provider_id },
      instructions: instructionsOf(ledger, payment),
      saved_card: attempt?.save_card && attempt.saved_card_id ? { id: attempt.saved_card_id } : null,
      expires_at: payment?.expiresAt?.toISOString() ?? null,
      poll_after_ms: payment?.pollAfterMs ?? null,
    },
  };
}

/** Given up by the customer or replaced by another method: not shown as an error. */
const QUIET = new Set(["given_up"]);

function errorOf({ attempt, state }: SessionPayment): StoreErrorCode | null {
  if (state === "checking") return "payment_checking";
  if (state === "voided") return "session_not_payable";
  if (state !== "payable" || !attempt) return null;
  if (attempt.state === "action_required" && !hasRedirectTarget(attempt)) return "temporarily_unavailable";
  if (attempt.state === "action_required" || QUIET.has(attempt.result_code ?? "")) return null;
  return attempt.result_code === "not_sent" ? "temporarily_unavailable" : "card_declined";
}
