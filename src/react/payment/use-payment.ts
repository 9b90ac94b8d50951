import { useCallback, useEffect, useRef, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { Asked, PaymentEvent, PaymentState } from "./payment-state";
import { nextPaymentState, permitsPay, READY } from "./payment-state";
import type {
  Acquiring,
  AcquiringError,
  InstalmentPlan,
  PaidFor,
  Payment,
  PaymentMethodInput,
  PaymentSessionLike,
  Returned,
} from "../parts/sdk";
import { endedReturns } from "./read-return";
import { paidForOf } from "./paid-for";
import type { Owed } from "./part-amount";
import { askCaptcha, sendPayment, openPaymentSession } from "./send-payment";
import { useFrameEnd } from "./use-frame-end";
import { useLatest } from "../parts/use-latest";
import { useBfcacheRestore } from "../parts/use-bfcache-restore";

/** Pays a cart or a payment link and follows the payment to its end. It has no UI and keeps no card data. */
export type UsePaymentInput = PaidFor & PaymentHandlers;

export interface PaymentHandlers {
  readonly acquiring: Acquiring;
  /** Called when the cart can be completed, or the link is paid; once per payment. */
  readonly onComplete?: (payment: Payment) => void | Promise<void>;
  readonly onError?: (error: AcquiringError) => void;
  /** Called when the page in the iframe has ended. */
  readonly onReturn?: (returned: Returned) => void;
  /** Where the customer returns to. Default: this page. */
  readonly returnTo?: string;
  /** The shop's captcha, called before each payment. */
  readonly captcha?: () => Promise<string | undefined>;
}

export interface PayOrder {
  readonly providerId: string;
  readonly method: PaymentMethodInput;
  /** One of the method's plans. Default: paid at once. */
  readonly instalments?: InstalmentPlan;
  /** With a payment link whose `smallest_part` is not null: the part to pay, in major units. Default: all of it. */
  readonly amount?: string | undefined;
  /** With a payment link: what the customer saw, as `readLink` returned it. Another amount is refused: `amount_changed`. */
  readonly owed?: Owed | undefined;
}

export interface PaymentControl {
  readonly state: PaymentState;
  /** The last refused request, with its invalid fields. */
  readonly error: AcquiringError | null;
  /** Does nothing while another payment is in progress. */
  readonly pay: (order: PayOrder) => Promise<void>;
  /** Requests the payment's status, for phase `unknown`. */
  readonly checkAgain: () => Promise<void>;
  /** Abandons the page in the iframe. */
  readonly leaveFrame: () => void;
  /** Continues the payment of a returned customer; false if it is another cart's. */
  readonly resume: (returned: Returned) => Promise<boolean>;
}

/** Why polling stopped: the component was unmounted or hidden. */
const LEFT = new Error("The payment is not shown any more.");

export function usePayment(input: UsePaymentInput): PaymentControl {
  const { acquiring } = input;
  const cartId = "cartId" in input ? input.cartId : null;
  const latest = useLatest(input);
  const [state, setState] = useState<PaymentState>(READY);
  const [error, setError] = useState<AcquiringError | null>(null);
  // A ref beside React's state, which a second click would read too late.
  const current = useRef<PaymentState>(READY);
  /** Of the work in progress; work that an unmount ended does not hold up what continues it. */
  const busy = useRef<AbortSignal | null>(null);
  const session = useRef<PaymentSessionLike | null>(null);
  const completed = useRef(new Set<string>());
  const stay = useRef(new AbortController());
  /** The session of a return that names no cart. */
  const unproven = useRef<string | null>(null);
  const resumed = useRef<Returned | null>(null);

  const move = useCallback((event: PaymentEvent): PaymentState => {
    current.current = nextPaymentState(current.current, event);
    const { phase } = current.current;
    // At once: `onComplete` may unmount the element before React shows this state.
    if (resumed.current !== null && (phase === "done" || phase === "ready")) endedReturns.add(resumed.current);
    setState(current.current);
    return current.current;
  }, []);

  const isOfAnotherCart = useCallback(
    async (id: string): Promise<boolean> => {
      const { signal } = stay.current;
      const own = cartId === null ? null : await acquiring.findSession({ cartId });
      signal.throwIfAborted();
      return own?.id !== id;
    },
    [acquiring, cartId],
  );

  const follow = useCallback(
    async (asked: Asked, payment: Payment, cancelled = false): Promise<void> => {
      const { session_id: id, completable } = payment;
      const isOther = completable && unproven.current === id && (await isOfAnotherCart(id));
      const { phase } = move({ type: "told", payment, asked, cancelled });
      if (phase === "done" && !completed.current.has(id)) {
        completed.current.add(id);
        if (!isOther) await latest.current.onComplete?.(payment);
      }
      if (phase === "redirecting" && !acquiring.followAction(payment)) move({ type: "still_unknown" });
      if (phase !== "checking" || session.current === null) return;
      const known = await acquiring.waitForResult(session.current, { signal: stay.current.signal });
      if (nextPaymentState(READY, { type: "told", payment: known, asked, cancelled }).phase === "checking")
        move({ type: "still_unknown" });
      else await follow(asked, known, cancelled);
    },
    [acquiring, isOfAnotherCart, latest, move],
  );

  const guarded = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      const { signal } = stay.current;
      if (busy.current === signal) return;
      busy.current = signal;
      try {
        await work();
      } catch (cause) {
        if (cause === LEFT) return;
        const problem = asAcquiringError(cause);
        // While the outcome is unknown, checking again is the only safe action.
        if (current.current.phase === "checking" || problem.code === "network") move({ type: "still_unknown" });
        else move({ type: "refused", code: problem.code });
        setError(problem);
        // The current one: React's Strict Mode and Fast Refresh end the first while the component stays.
        if (!stay.current.signal.aborted) latest.current.onError?.(problem);
      } finally {
        if (busy.current === signal) busy.current = null;
      }
    },
    [latest, move],
  );

  const checkAgain = useCallback(
    () =>
      guarded(async () => {
        if (session.current === null) return;
        const { signal } = stay.current;
        move({ type: "looking" });
        const payment = await acquiring.status(session.current);
        signal.throwIfAborted();
        await follow("look", payment);
      }),
    [acquiring, follow, guarded, move],
  );

  // React also ends and restarts effects of a component that it keeps, which ends the polling.
  const latestCheck = useLatest(checkAgain);
  useEffect(() => {
    if (stay.current.signal.aborted) {
      stay.current = new AbortController();
      if (current.current.phase === "checking") void latestCheck.current();
    }
    return () => {
      stay.current.abort(LEFT);
    };
  }, [latestCheck]);

  const pay = useCallback(
    ({ providerId, method, amount, owed, instalments }: PayOrder) =>
      guarded(async () => {
        if (!permitsPay(current.current)) return;
        setError(null);
        move({ type: "sent" });
        const { returnTo, captcha: ask } = latest.current;
        const order = { ...paidForOf(latest.current), providerId, ...(amount !== undefined && { amount }) };
        const begun = await openPaymentSession(acquiring, order, owed);
        const captcha = await askCaptcha(acquiring, ask);
        session.current = begun;
        const steps = { acquiring, signal: stay.current.signal, onLost: () => void move({ type: "looking" }) };
        const input = { session: begun, method, returnTo, captcha, ...(instalments && { instalments }) };
        await follow("pay", await sendPayment(steps, input));
      }),
    [acquiring, follow, guarded, latest, move],
  );

  const resume = useCallback(
    async (returned: Returned): Promise<boolean> => {
      if (returned.cartId !== null && returned.cartId !== cartId) return false;
      await guarded(async () => {
        // Without a cart it may be another browser's, whose login is not here.
        if (cartId !== null && session.current?.id !== returned.session.id)
          unproven.current = returned.cartId === null ? returned.session.id : null;
        session.current = returned.session;
        resumed.current = returned;
        move({ type: "looking" });
        await follow("look", returned.payment, returned.cancelled);
      });
      return true;
    },
    [cartId, follow, guarded, move],
  );

  const leaveFrame = useCallback(() => void move({ type: "left_frame" }), [move]);

  useFrameEnd(
    acquiring,
    { state, session: () => session.current },
    {
      onReturn: (returned) => {
        latest.current.onReturn?.(returned);
        void resume(returned);
      },
      onAnswer: (payment) => void guarded(() => follow("look", payment)),
      onError: (problem) => {
        latest.current.onError?.(problem);
        void checkAgain();
      },
    },
  );

  useBfcacheRestore(() => {
    if (current.current.phase === "redirecting" || current.current.phase === "unknown") void checkAgain();
  });

  return { state, error, pay, checkAgain, leaveFrame, resume };
}
