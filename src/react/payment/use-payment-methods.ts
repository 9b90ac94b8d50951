import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { AsyncState } from "../parts/async-state";
import type { Acquiring, Methods } from "../parts/sdk";

/** Payment methods for a cart, read again when the cart's ID changes or `reload` is called. */
export type PaymentMethods = AsyncState<Methods> & { readonly reload: () => void };

export function usePaymentMethods(acquiring: Acquiring, cartId: string): PaymentMethods {
  const [loaded, setLoaded] = useState<AsyncState<Methods>>({ status: "loading" });
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isShown = true;
    setLoaded({ status: "loading" });
    acquiring.listMethods({ cartId }).then(
      (value) => {
        if (isShown) setLoaded({ status: "ready", value });
      },
      (error: unknown) => {
        if (isShown) setLoaded({ status: "failed", error: asAcquiringError(error, "not_loaded") });
      },
    );
    return () => {
      isShown = false;
    };
  }, [acquiring, cartId, round]);

  const reload = useCallback(() => {
    setRound((count) => count + 1);
  }, []);
  return { ...loaded, reload };
}
