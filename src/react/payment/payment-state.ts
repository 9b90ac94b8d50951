import { assertNever } from "../parts/assert-never";
import type { AcquiringErrorCode, Payment } from "../parts/sdk";

/**
 * Where a shopper stands while paying, as a pure state machine: what was sent and
 * heard goes in, what to show comes out. It sends nothing and knows no screen.
 */
export type PaymentState =
  /** The shopper may pay; `notice` says what became of the last try. */
  | { readonly phase: "ready"; readonly notice: Notice | null }
  /** The payment was sent, and no answer is there yet. */
  | { readonly phase: "paying" }
  /** The outcome is not known; somebody is asking. */
  | { readonly phase: "checking" }
  /** The browser is on its way to another page. */
  | { readonly phase: "redirecting"; readonly payment: Payment }
  /** The shopper pays on a page inside this one. */
  | { readonly phase: "frame"; readonly payment: Payment; readonly url: string }
  /** Nobody is asking any more and the outcome is still not known: look again, do not pay again. */
  | { readonly phase: "unsettled" }
  /** The cart can be completed. Final. */
  | { readonly phase: "done"; readonly payment: Payment };

export type Notice =
  | { readonly kind: "declined"; readonly code: AcquiringErrorCode }
  | { readonly kind: "refused"; readonly code: AcquiringErrorCode }
  /** The shopper pressed "cancel" on another page. */
  | { readonly kind: "cancelled" }
  /** The shopper came back without having finished there. */
  | { readonly kind: "unfinished" };

/** `pay`: the answer to a payment, so a redirect is to be followed. `look`: the shopper is here, wherever they were before. */
export type Asked = "pay" | "look";

export type PaymentEvent =
  | { readonly type: "sent" }
  | { readonly type: "looking" }
  | { readonly type: "told"; readonly payment: Payment; readonly asked: Asked; readonly cancelled?: boolean }
  | { readonly type: "still_unknown" }
  | { readonly type: "refused"; readonly code: AcquiringErrorCode }
  | { readonly type: "left_frame" };

export const READY: PaymentState = { phase: "ready", notice: null };

/** May a payment be sent now? Anything else would pay twice. */
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
      return { phase: "unsettled" };
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
      // Paid or about to be, yet not to be completed: the server has the last word, and paying again is wrong.
      return payment.poll_after_ms === null ? { phase: "unsettled" } : { phase: "checking" };
    default:
      return assertNever(payment.state);
  }
}

function followed(payment: Payment): PaymentState {
  if (payment.action === null || !isWebAddress(payment.action.url)) return { phase: "unsettled" };
  return payment.action.presentation === "iframe"
    ? { phase: "frame", payment, url: payment.action.url }
    : { phase: "redirecting", payment };
}

/** Never a script or data address, whatever an answer says. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

const ready = (notice: Notice): PaymentState => ({ phase: "ready", notice });
