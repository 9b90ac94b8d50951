import type { CardDraft, CardErrors, Payment } from "medusa-payment-acquiring/sdk";
import { AcquiringError, cardErrorsOf, shopperTexts } from "medusa-payment-acquiring/sdk";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useShop } from "./shop-context";
import { messageOf } from "./store";
import type { CardSession, Cart } from "./views";

/**
 * Pays the cart: one request at a time, never for another total than the one on the
 * button, and after a reload it goes on where it was instead of paying again.
 *
 * `looking` reads how the session stands; `paying` has sent the card; `checking` waits
 * for an outcome that is not known; `placing` completes the cart; `unsettled` has
 * stopped waiting without an outcome: the shopper can look again, but not pay again.
 */
export type Phase = "looking" | "ready" | "paying" | "checking" | "placing" | "unsettled";

export interface CardPayment {
  readonly phase: Phase;
  readonly problem: string;
  readonly cardErrors: CardErrors;
  pay(card: CardDraft): Promise<void>;
  lookAgain(): Promise<void>;
}

/** Refusals after which the session is of no more use. */
const NEEDS_NEW_SESSION: readonly string[] = ["amount_changed", "session_not_payable", "session_not_found"];

export function useCardPayment(isOpen: boolean): CardPayment {
  const { api, acquiring, cart, setCart, setPlaced } = useShop();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>("looking");
  const [problem, setProblem] = useState("");
  const [cardErrors, setCardErrors] = useState<CardErrors>({});
  const isBusy = useRef(false);
  const isShown = useRef(true);
  const cartId = cart?.id;

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  /** Completes the cart; answers the phase to end in. The money is there, so a failure here never leads back to Pay. */
  const place = useCallback(
    async (id: string): Promise<Phase> => {
      setPhase("placing");
      const done = await api.complete(id).catch(() => null);
      if (done?.kind !== "order") {
        const reason = done ? ` (${done.message})` : "";
        setProblem(`Your order is not placed yet${reason}. Please do not pay again; look again in a moment.`);
        return "unsettled";
      }
      if (isShown.current) await navigate(`/orders/${done.order.id}`, { replace: true });
      else setPlaced(done.order);
      setCart(null);
      return "ready";
    },
    [api, navigate, setCart, setPlaced],
  );

  /** Follows a payment to the order, or back to the form. */
  const follow = useCallback(
    async (id: string, session: CardSession, known: Payment | null): Promise<Phase> => {
      let payment = known;
      if (payment === null || payment.state === "checking") {
        setPhase("checking");
        payment = await acquiring.waitForResult(session);
      }
      if (payment.completable) return place(id);
      if (payment.action && /^https?:/.test(payment.action.url)) location.assign(payment.action.url);
      setProblem(payment.error?.message ?? "");
      return payment.state === "payable" ? "ready" : "unsettled";
    },
    [acquiring, place],
  );

  /** Reads the cart anew and goes on with a payment that was begun on it. */
  const resume = useCallback(
    async (id: string): Promise<Phase> => {
      const fresh = await api.cart(id);
      if (fresh.isCompleted) return place(id);
      setCart(fresh);
      if (!fresh.cardSession) return "ready";
      const payment = await acquiring.status(fresh.cardSession);
      return payment.state === "payable" ? "ready" : follow(id, fresh.cardSession, payment);
    },
    [acquiring, api, follow, place, setCart],
  );

  const guarded = useCallback(async (work: () => Promise<Phase>, phaseOnError: Phase): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem("");
    setCardErrors({});
    let next = phaseOnError;
    try {
      next = await work();
    } catch (error) {
      const isUnknown = error instanceof AcquiringError && error.code === "network";
      if (isUnknown) next = "unsettled";
      setCardErrors(cardErrorsOf(error));
      setProblem(messageOf(error));
    } finally {
      isBusy.current = false;
      setPhase(next);
    }
  }, []);

  useEffect(() => {
    if (!isOpen || cartId === undefined) return;
    setPhase("looking");
    void guarded(() => resume(cartId), "ready");
  }, [isOpen, cartId, guarded, resume]);

  /** Sends the card once; what came of it is followed, not repeated. */
  const send = async (shown: Cart, card: CardDraft): Promise<Phase> => {
    const fresh = await api.cart(shown.id);
    if (fresh.isCompleted) return place(fresh.id);
    setCart(fresh);
    if (fresh.total !== shown.total) throw new AcquiringError("amount_changed");
    const session = fresh.cardSession ?? (await api.createCardSession(fresh));
    try {
      return await follow(fresh.id, session, await acquiring.payByCard({ session, card }));
    } catch (error) {
      if (!(error instanceof AcquiringError)) throw error;
      if (error.code === "network") return follow(fresh.id, session, null);
      if (NEEDS_NEW_SESSION.includes(error.code)) return renew(fresh.id, session, error);
      throw error;
    }
  };

  /** A new session instead of one that is refused, unless that one was paid after all. */
  const renew = async (id: string, session: CardSession, reason: AcquiringError): Promise<Phase> => {
    const standing = await acquiring.status(session).catch(() => null);
    if (standing && standing.state !== "payable") return follow(id, session, standing);
    const fresh = await api.cart(id);
    if (fresh.isCompleted) return place(id);
    await api.createCardSession(fresh);
    setCart(await api.cart(id));
    setProblem(
      reason.code === "amount_changed"
        ? shopperTexts.amount_changed
        : "That payment was replaced, so we have prepared a new one. Nothing was charged. Please press Pay again.",
    );
    return "ready";
  };

  const pay = (card: CardDraft): Promise<void> =>
    guarded(async () => {
      if (!cart) return "ready";
      setPhase("paying");
      return send(cart, card);
    }, "ready");

  const lookAgain = (): Promise<void> =>
    guarded(async () => {
      if (cartId === undefined) return "ready";
      setPhase("checking");
      return resume(cartId);
    }, "unsettled");

  return { phase, problem, cardErrors, pay, lookAgain };
}
