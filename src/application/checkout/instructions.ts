import type { PaymentInstructions } from "../../api-schema/store";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { AttemptRow, SessionPayment } from "../../modules/acquiring";
import { hasRedirectTarget, minorOf } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";

/** What the customer still has to pay outside of the shop, or how that ended. It reads one row and the clock. */
export function instructionsOf(
  ledger: AcquiringModuleService,
  payment: SessionPayment | null,
): PaymentInstructions | null {
  const attempt = payment?.attempt ?? null;
  if (payment === null || attempt?.mode !== "apm") return null;
  const status = statusOf(attempt, payment.state);
  if (status === null) return null;
  const currency = createCurrency(attempt.currency);
  const isWaiting = status === "waiting";
  const mayStillPay = isWaiting && (payment.expiresAt === null || payment.expiresAt > ledger.now());
  return {
    status,
    method: attempt.method ?? "",
    method_name: ledger.options.apmMethods.find(({ code }) => code === attempt.method)?.name ?? attempt.method ?? "",
    amount: toMajor(createMoney(minorOf(attempt.requested), currency)),
    currency,
    expires_at: isWaiting ? (payment.expiresAt?.toISOString() ?? null) : null,
    url: mayStillPay && hasRedirectTarget(attempt) ? ledger.tokens.goUrl(attempt) : null,
  };
}

function statusOf(attempt: AttemptRow, state: SessionPayment["state"]): PaymentInstructions["status"] | null {
  switch (attempt.state) {
    case "pending":
      return "waiting";
    case "authorised":
    case "captured":
      if (state === "authorised" || state === "captured") return "paid";
      // Under review or being queried: the customer can do nothing. Voided: nothing is left to pay.
      return state === "voided" ? "cancelled" : null;
    case "expired":
      return attempt.result_code === "given_up" ? "cancelled" : "expired";
    case "declined":
    case "voided":
      return "cancelled";
    case "created":
    case "action_required":
    case "unknown":
      return null;
  }
}
