import { useEffect } from "react";
import type { PaymentState } from "./payment-state";
import type { Acquiring, AcquiringError, Payment, PaymentSessionLike, Returned } from "../parts/sdk";
import { useLatest } from "../parts/use-latest";

/** Detects the end of a page in an iframe: by its message or, if none comes, by an occasional status request. */
export interface FrameEnd {
  readonly onReturn: (returned: Returned) => void;
  readonly onAnswer: (payment: Payment) => void;
  readonly onError: (error: AcquiringError) => void;
}

/** Rarely, because each request may cause a query at the gateway, and normally the message comes first. */
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
    const check = async (): Promise<void> => {
      const session = latest.current.session();
      if (session === null || document.visibilityState === "hidden") return;
      // A failed request is repeated after the next pause.
      const payment = await acquiring.status(session).catch(() => null);
      if (hasEnded || payment === null || payment.state === "action_required") return;
      hasEnded = true;
      latest.current.onAnswer(payment);
    };
    const timer = setInterval(() => void check(), PAUSE_MS);
    return () => {
      hasEnded = true;
      clearInterval(timer);
      stop();
    };
  }, [acquiring, isFramed, latest]);
}
