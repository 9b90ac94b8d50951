import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import { readReturn, readReturnAgain } from "./read-return";
import type { Acquiring, AcquiringError, Returned } from "../parts/sdk";

/** The customer's return, for shops with their own return page. `none`: the URL is not a return URL. Read only. */
export interface ReturnState {
  readonly status: "none" | "working" | "done" | "failed";
  readonly returned: Returned | null;
  readonly error: AcquiringError | null;
  /** Retries after `failed`, and polls again a payment that is still `checking`. */
  readonly retry: () => void;
}

type Outcome = Omit<ReturnState, "retry">;
const NONE: Outcome = { status: "none", returned: null, error: null };
const WORKING: Outcome = { ...NONE, status: "working" };

/** With `isEnabled` false the URL is not read. While the outcome is unknown it is polled, for up to a minute. */
export const useReturn = (acquiring: Acquiring, isEnabled = true): ReturnState =>
  usePageReturn(acquiring, { isEnabled, isPolled: true });

interface PageReturn {
  readonly isEnabled: boolean;
  /** False: the caller follows the payment itself. */
  readonly isPolled: boolean;
}

export function usePageReturn(acquiring: Acquiring, { isEnabled, isPolled }: PageReturn): ReturnState {
  // Also on a server: whether the page is a return is known only in the browser.
  const [outcome, setOutcome] = useState(isEnabled && isPolled ? WORKING : NONE);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const answer = isEnabled ? readReturn(acquiring, globalThis.location.href) : null;
    if (answer === null) {
      setOutcome(NONE);
      return;
    }
    const stay = new AbortController();
    const { signal } = stay;
    const show = (next: Outcome): void => {
      if (!signal.aborted) setOutcome(next);
    };
    const read = async (): Promise<void> => {
      const returned = await answer;
      if (returned === null || !isPolled || returned.payment.state !== "checking" || signal.aborted) {
        show(returned === null ? NONE : { status: "done", returned, error: null });
        return;
      }
      show({ status: "working", returned, error: null });
      const payment = await acquiring.waitForResult(returned.session, { signal }).catch(() => returned.payment);
      show({ status: "done", returned: { ...returned, payment }, error: null });
    };
    show(WORKING);
    read().catch((error: unknown) => {
      show({ status: "failed", returned: null, error: asAcquiringError(error) });
    });
    return () => {
      stay.abort();
    };
  }, [acquiring, isEnabled, isPolled, round]);

  const retry = useCallback(() => {
    if (outcome.status === "failed") readReturnAgain(acquiring);
    setRound((count) => count + 1);
  }, [acquiring, outcome.status]);
  return { ...outcome, retry };
}
