import type AcquiringModuleService from "../../modules/acquiring/service";
import type { AttemptMode, SessionPayment } from "../../modules/acquiring";

/**
 * The `data` of a payment session. It is public: the store API returns it, and a browser can send any replacement. So
 * it contains no secret, and nothing in it is trusted except a session id with a verified token.
 */
export interface SessionData extends Record<string, unknown> {
  readonly v: 1;
  readonly mode: AttemptMode;
  readonly session_id: string;
  readonly token: string;
  readonly state: SessionPayment["state"];
  readonly order_no: string | null;
  readonly card: { readonly mask: string; readonly brand: string | null } | null;
}

export function sessionDataOf(
  service: AcquiringModuleService,
  providerId: string,
  session: { readonly id: string; readonly payment: SessionPayment | null },
): SessionData {
  const attempt = session.payment?.attempt ?? null;
  return {
    v: 1,
    mode: modeOfProvider(providerId),
    session_id: session.id,
    token: service.tokens.sessionToken(service.accountOfProvider(providerId), session.id),
    state: session.payment?.state ?? "payable",
    order_no: attempt?.order_no ?? null,
    card: attempt?.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
  };
}

/** `pp_acquiring-apm_main` → `apm`. */
function modeOfProvider(providerId: string): AttemptMode {
  if (providerId.startsWith("pp_acquiring-checkout_")) return "checkout";
  return providerId.startsWith("pp_acquiring-apm_") ? "apm" : "card";
}
