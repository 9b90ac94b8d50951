import { useEffect } from "react";
import type { PaymentState } from "./payment-state";
import type { Acquiring, AcquiringError, Payment, PaymentSessionLike, Returned } from "./sdk";
import { useLatest } from "./use-latest";

/**
 * The end of a page inside this one: the message it posts, or, where the message does
 * not come, what the server says when it is asked.
 */
export interface FrameEnd {
  readonly onReturn: (returned: Returned) => void;
  readonly onAnswer: (payment: Payment) => void;
  readonly onError: (error: AcquiringError) => void;
}

/** A shopper may take this long on another page. */
const WATCH_MS = 30 * 60_000;

export function useFrameEnd(
  acquiring: Acquiring,
  shown: { readonly state: PaymentState; readonly session: () => PaymentSessionLike | null },
  handlers: FrameEnd,
): void {
  const latest = useLatest({ ...handlers, session: shown.session });
  const isFramed = shown.state.phase === "frame";
  const isPolled = shown.state.phase === "frame" && shown.state.payment.poll_after_ms !== null;

  useEffect(() => {
    if (!isFramed) return;
    const watch = new AbortController();
    const stop = acquiring.onFrameReturn(
      (returned) => {
        watch.abort();
        latest.current.onReturn(returned);
      },
      (error) => {
        latest.current.onError(error);
      },
    );
    const session = latest.current.session();
    if (isPolled && session !== null) {
      acquiring.waitForResult(session, { signal: watch.signal, timeoutMs: WATCH_MS }).then(
        (payment) => {
          if (payment.state !== "action_required" && !watch.signal.aborted) latest.current.onAnswer(payment);
        },
        // The message is the way; a watch that breaks off changes nothing.
        () => undefined,
      );
    }
    return () => {
      watch.abort();
      stop();
    };
  }, [acquiring, isFramed, isPolled, latest]);
}
