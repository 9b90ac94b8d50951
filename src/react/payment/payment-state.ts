import { assertNever } from "../parts/assert-never";
import type { AcquiringErrorCode, Payment } from "../parts/sdk";

/** State machine of a payment in the browser: requests and answers in, what to show out. Pure, without any UI. */
export type PaymentState =
  /** The customer may pay; `notice` is the result of the last attempt. */
  | { readonly phase: "ready"; readonly notice: Notice | null }
  /** Sent, without an answer so far. */
  | { readonly phase: "paying" }
  /** Outcome unknown; being polled. */
  | { readonly phase: "checking" }
  /** The browser is navigating to another page. */
  | { readonly phase: "redirecting"; readonly payment: Payment }
  /** The customer pays in an iframe. */
  | { readonly phase: "frame"; readonly payment: Payment; readonly url: string }
  /** Outcome still unknown, polling stopped: check again, do not pay again. */
  | { readonly phase: "unknown" }
  /** The cart can be completed. Final. */
  | { readonly phase: "done"; readonly payment: Payment };

export type Notice =
  | { readonly kind: "declined"; readonly code: AcquiringErrorCode }
  | { readonly kind: "refused"; readonly code: AcquiringErrorCode }
  /** The customer cancelled on another page. */
  | { readonly kind: "cancelled" }
  /** The customer returned without finishing. */
  | { readonly kind: "unfinished" };

/** `pay`: the answer to a payment, so follow a redirect. `look`: a status request, so do not. */
export type Asked = "pay" | "look";

export type PaymentEvent =
  | { readonly type: "sent" }
  | { readonly type: "looking" }
  | { readonly type: "told"; readonly payment: Payment; readonly asked: Asked; readonly cancelled?: boolean }
  | { readonly type: "still_unknown" }
  | { readonly type: "refused"; readonly code: AcquiringErrorCode }
  | { readonly type: "left_frame" };

export const READY: PaymentState = { phase: "ready", notice: null };

/** Whether a payment may be sent; in any other phase it would be paid twice. */
export const permitsPay = ({ phase }: PaymentState): boolean => phase === "ready";

export function nextPaymentState(state: PaymentState, event: PaymentEvent): PaymentState {
  if (state.phase === "done") return state;
  switch (event.type) {
    case "sent":
      return permitsPay(state) ? { phase: "paying" } : state;
    case "looking":
      return { phase: "checking" };
    case "told":
      return stateOf(event.payment, event.asked, event.cancelled === true);
    case "still_unknown":
      return { phase: "unknown" };
    case "refused":
      return ready({ kind: "refused", code: event.code });
    case "left_frame":
      return state.phase === "frame" ? READY : state;
    default:
      return assertNever(event);
  }
}

function stateOf(payment: Payment, asked: Asked, isCancelled: boolean): PaymentState {
  if (payment.completable) return { phase: "done", payment };
  switch (payment.state) {
    case "checking":
      return { phase: "checking" };
    case "action_required":
      return asked === "pay" ? followed(payment) : ready({ kind: isCancelled ? "cancelled" : "unfinished" });
    case "payable":
      if (isCancelled) return ready({ kind: "cancelled" });
      return payment.error ? ready({ kind: "declined", code: payment.error.code }) : READY;
    case "authorised":
    case "captured":
    case "pending":
      // Paid or nearly so but not completable: the server decides, and paying again would be wrong.
      return payment.poll_after_ms === null ? { phase: "unknown" } : { phase: "checking" };
    default:
      return assertNever(payment.state);
  }
}

function followed(payment: Payment): PaymentState {
  if (payment.action === null || !isWebAddress(payment.action.url)) return { phase: "unknown" };
  return payment.action.presentation === "iframe"
    ? { phase: "frame", payment, url: payment.action.url }
    : { phase: "redirecting", payment };
}

/** Never a script or data URL, whatever an answer contains. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

const ready = (notice: Notice): PaymentState => ({ phase: "ready", notice });
