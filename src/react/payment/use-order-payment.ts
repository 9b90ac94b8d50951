import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { AsyncState } from "../parts/async-state";
import type { Acquiring, AcquiringError, OrderPayment } from "../parts/sdk";

/** What the customer's order owes, and its link once the customer wants to pay. */
export interface OrderPaymentControl {
  readonly state: AsyncState<OrderPayment>;
  /** Of the order's open link; null if there is none yet. */
  readonly token: string | null;
  /** The customer pressed the button, and the link is there. */
  readonly isOpen: boolean;
  readonly isAsking: boolean;
  /** Why the link could not be had. */
  readonly error: AcquiringError | null;
  readonly open: () => void;
  readonly reload: () => void;
}

export function useOrderPayment(acquiring: Acquiring, orderId: string): OrderPaymentControl {
  const [state, setState] = useState<AsyncState<OrderPayment>>({ status: "loading" });
  const [error, setError] = useState<AcquiringError | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isShown = true;
    setState({ status: "loading" });
    acquiring.readOrderPayment(orderId).then(
      (value) => {
        if (isShown) setState({ status: "ready", value });
      },
      (failure: unknown) => {
        if (isShown) setState({ status: "failed", error: asAcquiringError(failure, "not_loaded") });
      },
    );
    return () => {
      isShown = false;
    };
  }, [acquiring, orderId, round]);

  const open = useCallback(() => {
    setAsking(true);
    acquiring
      .payOrder(orderId)
      .then(
        (value) => {
          setState({ status: "ready", value });
          setOpen(value.token !== null);
        },
        (failure: unknown) => {
          setError(asAcquiringError(failure, "not_sent"));
        },
      )
      .finally(() => {
        setAsking(false);
      });
  }, [acquiring, orderId]);

  const reload = useCallback(() => {
    setError(null);
    setRound((count) => count + 1);
  }, []);
  const token = state.status === "ready" ? state.value.token : null;
  return { state, token, isOpen, isAsking, error, open, reload };
}
