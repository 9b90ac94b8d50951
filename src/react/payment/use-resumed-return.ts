import { createContext, useContext, useEffect } from "react";
import { claimReturn, releaseReturn } from "./read-return";
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
  /** Null: it pays for an order, by a link. */
  readonly cartId: string | null;
  /** What it pays for: the cart's ID or the link's token. */
  readonly owner: string;
}

/** In place of the token where each mounting of an element has another one. */
export const ReturnOwner = createContext<string | null>(null);

export function useResumedReturn(
  acquiring: Acquiring,
  { isEnabled, control, onError, cartId, owner: ownOwner }: ResumedReturn,
): ReturnState {
  const owner = useContext(ReturnOwner) ?? ownOwner;
  const state = usePageReturn(acquiring, { isEnabled, isPolled: false });
  const latest = useLatest({ control, onError });
  const { returned, error } = state;

  useEffect(() => {
    if (returned === null || (returned.cartId !== null && returned.cartId !== cartId)) return;
    if (!claimReturn(returned, { owner, holder: latest })) return;
    void latest.current.control.resume(returned);
    return () => {
      releaseReturn(returned, latest);
    };
  }, [cartId, latest, owner, returned]);

  useEffect(() => {
    if (error !== null) latest.current.onError?.(error);
  }, [error, latest]);

  return state;
}
