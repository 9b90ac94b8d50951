import { useEffect, useState } from "react";
import { asAcquiringError } from "./as-acquiring-error";
import { readReturn } from "./read-return";
import type { Acquiring, AcquiringError, Returned } from "./sdk";

/**
 * The shopper's return from another page, for shops with a return page of their own.
 * `none`: the address carries no return. It decides nothing about the payment.
 */
export interface ReturnState {
  readonly status: "none" | "working" | "done" | "failed";
  readonly returned: Returned | null;
  readonly error: AcquiringError | null;
}

const NONE: ReturnState = { status: "none", returned: null, error: null };

export function useReturn(acquiring: Acquiring): ReturnState {
  const [state, setState] = useState<ReturnState>(NONE);

  useEffect(() => {
    const answer = readReturn(acquiring);
    if (answer === null) return;
    let isShown = true;
    setState({ ...NONE, status: "working" });
    answer.then(
      (returned) => {
        if (isShown) setState(returned === null ? NONE : { status: "done", returned, error: null });
      },
      (error: unknown) => {
        if (isShown) setState({ status: "failed", returned: null, error: asAcquiringError(error) });
      },
    );
    return () => {
      isShown = false;
    };
  }, [acquiring]);

  return state;
}
