import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import { readReturn, readReturnAgain } from "./read-return";
import type { Acquiring, AcquiringError, Returned } from "../parts/sdk";

/** The customer's return, for shops with their own return page. `none`: the URL is not a return URL. Read only. */
export interface ReturnState {
  readonly status: "none" | "working" | "done" | "failed";
  readonly returned: Returned | null;
  readonly error: AcquiringError | null;
  /** Retries after `failed`. */
  readonly retry: () => void;
}

type Outcome = Omit<ReturnState, "retry">;
const NONE: Outcome = { status: "none", returned: null, error: null };

/** With `isEnabled` false the URL is not read. */
export function useReturn(acquiring: Acquiring, isEnabled = true): ReturnState {
  const [outcome, setOutcome] = useState(NONE);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const answer = isEnabled ? readReturn(acquiring, globalThis.location.href) : null;
    if (answer === null) {
      setOutcome(NONE);
      return;
    }
    let isShown = true;
    setOutcome({ ...NONE, status: "working" });
    answer.then(
      (returned) => {
        if (isShown) setOutcome(returned === null ? NONE : { status: "done", returned, error: null });
      },
      (error: unknown) => {
        if (isShown) setOutcome({ status: "failed", returned: null, error: asAcquiringError(error) });
      },
    );
    return () => {
      isShown = false;
    };
  }, [acquiring, isEnabled, round]);

  const retry = useCallback(() => {
    readReturnAgain(acquiring);
    setRound((count) => count + 1);
  }, [acquiring]);
  return { ...outcome, retry };
}
