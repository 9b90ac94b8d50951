import { useEffect, useState } from "react";
import { useShop } from "./shop-context";

/**
 * Before anything can be paid: was a payment started on this cart before the page was left or reloaded? A successful
 * one is passed on, an undecided one is polled. A payment in state " still payable does not block.
 */
export function useBegunPayment(isOpen: boolean, onPaid: (cartId: string) => void): "looking" | "clear" {
  const { api, acquiring, cart } = useShop();
  const [seen, setSeen] = useState<string | null>(null);
  const cartId = cart?.id;

  useEffect(() => {
    if (!isOpen) setSeen(null);
    if (!isOpen || cartId === undefined || seen === cartId) return;
    const stay = new AbortController();
    const look = async (): Promise<void> => {
      const { begun, isCompleted } = await api.cart(cartId);
      if (stay.signal.aborted) return;
      if (isCompleted) {
        onPaid(cartId);
        return;
      }
      for (const session of begun) {
        const known = await acquiring.status(session);
        const payment =
          known.state === "checking" ? await acquiring.waitForResult(session, { signal: stay.signal }) : known;
        if (stay.signal.aborted) return;
        if (payment.completable) {
          onPaid(cartId);
          return;
        }
      }
      setSeen(cartId);
    };
    // If this fails, the payment itself finds out: the server never accepts a session twice.
    look().catch(() => {
      if (!stay.signal.aborted) setSeen(cartId);
    });
    return () => {
      stay.abort();
    };
  }, [acquiring, api, cartId, isOpen, onPaid, seen]);

  return seen !== null && seen === cartId ? "clear" : "looking";
}
