import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { placeOrder } from "./place-order";
import { useShop } from "./shop-context";

/**
 * Places the order of a paid cart and opens it. The money is paid, so a failure never leads back to the payment: the
 * customer can only try again.
 */
export interface Placing {
  readonly state: "idle" | "placing" | "stuck";
  /** Medusa's message, if any. */
  readonly reason: string;
  place(cartId: string): Promise<void>;
}

export function usePlacing(): Placing {
  const { api, setCart, setPlaced } = useShop();
  const navigate = useNavigate();
  const [state, setState] = useState<Placing["state"]>("idle");
  const [reason, setReason] = useState("");
  const isBusy = useRef(false);
  const isShown = useRef(true);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const place = useCallback(
    async (cartId: string): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      setState("placing");
      try {
        const done = await placeOrder(api, cartId);
        if (done.order === null) {
          setReason(done.reason);
          setState("stuck");
          return;
        }
        if (isShown.current) await navigate(`/orders/${done.order.id}`, { replace: true });
        else setPlaced(done.order);
        setCart(null);
      } catch {
        setState("stuck");
      } finally {
        isBusy.current = false;
      }
    },
    [api, navigate, setCart, setPlaced],
  );

  return { state, reason, place };
}
