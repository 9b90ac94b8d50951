import { useEffect } from "react";
import { endedReturns } from "./read-return";
import type { Acquiring, AcquiringError } from "../parts/sdk";
import { useLatest } from "../parts/use-latest";
import type { PaymentControl } from "./use-payment";
import type { ReturnState } from "./use-return";
import { usePageReturn } from "./use-return";

/** Continues the payment that a customer returns from; each return once, however often the page is shown. */
export interface ResumedReturn {
  readonly isEnabled: boolean;
  readonly control: PaymentControl;
  readonly onError: ((error: AcquiringError) => void) | undefined;
}

export function useResumedReturn(acquiring: Acquiring, { isEnabled, control, onError }: ResumedReturn): ReturnState {
  const state = usePageReturn(acquiring, { isEnabled, isPolled: false });
  const latest = useLatest({ control, onError });
  const { returned, error } = state;

  useEffect(() => {
    if (returned === null || endedReturns.has(returned)) return;
    void latest.current.control.resume(returned);
  }, [latest, returned]);

  useEffect(() => {
    if (error !== null) latest.current.onError?.(error);
  }, [error, latest]);

  return state;
}
