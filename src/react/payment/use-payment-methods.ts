import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { AsyncState } from "../parts/async-state";
import type { Acquiring, Methods, PaidFor } from "../parts/sdk";
import { keyOfPaidFor } from "./paid-for";

/** Payment methods for a cart or link, read again when that changes or `reload` is called. */
export type PaymentMethods = AsyncState<Methods> & { readonly reload: () => void };

export function usePaymentMethods(acquiring: Acquiring, paidFor: PaidFor | string): PaymentMethods {
  const isLink = typeof paidFor !== "string" && "payable" in paidFor;
  const key = typeof paidFor === "string" ? paidFor : keyOfPaidFor(paidFor);
  const [loaded, setLoaded] = useState<AsyncState<Methods>>({ status: "loading" });
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isShown = true;
    setLoaded({ status: "loading" });
    acquiring.listMethods(isLink ? { payable: key } : { cartId: key }).then(
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
  }, [acquiring, isLink, key, round]);

  const reload = useCallback(() => {
    setRound((count) => count + 1);
  }, []);
  return { ...loaded, reload };
}
