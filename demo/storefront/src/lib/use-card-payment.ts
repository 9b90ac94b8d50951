import type { CardDraft, Payment } from "medusa-payment-acquiring/sdk";
import { AcquiringError } from "medusa-payment-acquiring/sdk";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useShop } from "./shop-context";
import type { PaymentSession } from "./store";

/**
 * Pays the cart: one session, one request at a time, and after a reload it goes
 * on where it was instead of paying again.
 */
export type Phase = "ready" | "paying" | "checking" | "placing";

export interface CardPaymentState {
  readonly phase: Phase;
  readonly problem: string;
  pay(card: CardDraft): Promise<void>;
}

export function useCardPayment(isOpen: boolean): CardPaymentState {
  const { api, acquiring, cart, setCart } = useShop();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>("ready");
  const [problem, setProblem] = useState("");
  const isBusy = useRef(false);
  const session = useRef<PaymentSession | null>(null);

  /** Follows a payment to the order, or back to the form. */
  const follow = useCallback(
    async (first: Payment, current: PaymentSession): Promise<void> => {
      if (!cart) return;
      let payment = first;
      if (payment.state === "checking") {
        setPhase("checking");
        payment = await acquiring.waitForResult(current);
      }
      if (!payment.completable) {
        setProblem(payment.error?.message ?? "");
        return;
      }
      setPhase("placing");
      const done = await api.complete(cart.id);
      if (done.type === "order") {
        setCart(null);
        await navigate(`/orders/${done.order.id}`);
        return;
      }
      setProblem(done.error?.message ?? "The order could not be placed. Your payment is safe; please try again.");
    },
    [acquiring, api, cart, navigate, setCart],
  );

  const guarded = useCallback(async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem("");
    try {
      await work();
    } catch (error) {
      if (
        error instanceof AcquiringError &&
        (error.code === "amount_changed" || error.code === "session_not_payable")
      ) {
        session.current = null;
      }
      setProblem(error instanceof Error ? error.message : "Something went wrong. Nothing was charged twice.");
    } finally {
      isBusy.current = false;
      setPhase("ready");
    }
  }, []);

  const hasStarted = useRef(false);
  useEffect(() => {
    const existing = cart?.payment_collection?.payment_sessions?.[0];
    if (!isOpen || !existing || hasStarted.current) return;
    hasStarted.current = true;
    session.current = existing;
    void guarded(async () => {
      const payment = await acquiring.status(existing);
      if (payment.state !== "payable") await follow(payment, existing);
    });
  }, [isOpen, cart, acquiring, follow, guarded]);

  const pay = (card: CardDraft): Promise<void> =>
    guarded(async () => {
      if (!cart) return;
      hasStarted.current = true;
      setPhase("paying");
      const renew = session.current === null && hasSession(cart.payment_collection?.payment_sessions);
      const current = session.current ?? (await api.cardSession(cart, renew));
      session.current = current;
      await follow(await acquiring.payByCard({ session: current, card }), current);
    });

  return { phase, problem, pay };
}

const hasSession = (sessions: readonly PaymentSession[] | undefined): boolean => (sessions?.length ?? 0) > 0;
