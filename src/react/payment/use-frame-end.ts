import { useEffect } from "react";
import type { PaymentState } from "./payment-state";
import type { Acquiring, AcquiringError, Payment, PaymentSessionLike, Returned } from "../parts/sdk";
import { useLatest } from "../parts/use-latest";

/**
 * The end of a page inside this one: the message it posts, or, where the message does
 * not come, what the server says when it is asked now and then.
 */
export interface FrameEnd {
  readonly onReturn: (returned: Returned) => void;
  readonly onAnswer: (payment: Payment) => void;
  readonly onError: (error: AcquiringError) => void;
}

/** Seldom: the message is the way, and each question may become one to the gateway. */
const PAUSE_MS = 4_000;

export function useFrameEnd(
  acquiring: Acquiring,
  shown: { readonly state: PaymentState; readonly session: () => PaymentSessionLike | null },
  handlers: FrameEnd,
): void {
  const latest = useLatest({ ...handlers, session: shown.session });
  const isFramed = shown.state.phase === "frame";

  useEffect(() => {
    if (!isFramed) return;
    let hasEnded = false;
    const stop = acquiring.onFrameReturn(
      (returned) => {
        hasEnded = true;
        latest.current.onReturn(returned);
      },
      (error) => {
        latest.current.onError(error);
      },
    );
    const look = async (): Promise<void> => {
      const session = latest.current.session();
      if (session === null || document.visibilityState === "hidden") return;
      // A question that fails is asked again at the next turn.
      const payment = await acquiring.status(session).catch(() => null);
      if (hasEnded || payment === null || payment.state === "action_required") return;
      hasEnded = true;
      latest.current.onAnswer(payment);
    };
    const turn = setInterval(() => void look(), PAUSE_MS);
    return () => {
      hasEnded = true;
      clearInterval(turn);
      stop();
    };
  }, [acquiring, isFramed, latest]);
}
