import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { AsyncState } from "../parts/async-state";
import type { Acquiring, InstructionsOf, PaymentInstructions, PaymentSessionLike } from "../parts/sdk";

/** Payment instructions, refreshed while they wait and the page is visible; `value` is null if there are none. */
export type PaymentInstructionsState = AsyncState<PaymentInstructions | null> & {
  /** Refreshes now. */
  readonly reload: () => void;
};

export type UsePaymentInstructionsInput = InstructionsOf & {
  /** Where the customer returns to from the instructions. Default: this page. */
  readonly returnTo?: string | undefined;
};

/** A voucher waits for days: frequent at first, when the customer may be paying on a phone, then once a minute. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
const pauseAfter = (round: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.25 ** round);

export function usePaymentInstructions(
  acquiring: Acquiring,
  input: UsePaymentInstructionsInput,
): PaymentInstructionsState {
  const [loaded, setLoaded] = useState<AsyncState<PaymentInstructions | null>>({ status: "loading" });
  const [reloads, setReloads] = useState(0);
  const session = "session" in input ? input.session : null;
  const sessionId = session?.id ?? null;
  const token = typeof session?.data?.token === "string" ? session.data.token : null;
  const orderId = "orderId" in input ? input.orderId : null;
  const cartId = "cartId" in input ? input.cartId : null;
  const { returnTo } = input;

  useEffect(() => {
    setLoaded({ status: "loading" });
  }, [acquiring, orderId, cartId, sessionId, token]);

  useEffect(() => {
    let isShown = true;
    let isAsking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let round = 0;
    /** Undefined until the first answer. */
    let last: PaymentInstructions | null | undefined;
    let found: PaymentSessionLike | null =
      sessionId === null ? null : { id: sessionId, ...(token !== null && { data: { token } }) };

    const read = async (): Promise<PaymentInstructions | null> => {
      if (found === null && orderId !== null) found = await acquiring.findSession({ orderId });
      if (found === null && cartId !== null) found = await acquiring.findSession({ cartId });
      return found && acquiring.instructions({ session: found, ...(returnTo !== undefined && { returnTo }) });
    };
    const later = (): void => {
      timer = setTimeout(ask, pauseAfter(round));
      round += 1;
    };
    const ask = (): void => {
      if (isAsking || globalThis.document.visibilityState === "hidden") return;
      isAsking = true;
      clearTimeout(timer);
      read()
        .then(
          (value) => {
            if (!isShown) return;
            last = value;
            setLoaded({ status: "ready", value });
            if (value?.status === "waiting") later();
          },
          (error: unknown) => {
            if (!isShown) return;
            const failed = { status: "failed", error: asAcquiringError(error, "not_loaded") } as const;
            // On an error the last value stays visible, and is requested again.
            setLoaded((before) => (before.status === "ready" ? before : failed));
            if (last !== undefined) later();
          },
        )
        .finally(() => {
          isAsking = false;
        });
    };
    const onVisible = (): void => {
      round = 0;
      if (last === undefined || last?.status === "waiting") ask();
    };
    ask();
    globalThis.document.addEventListener("visibilitychange", onVisible);
    return () => {
      isShown = false;
      clearTimeout(timer);
      globalThis.document.removeEventListener("visibilitychange", onVisible);
    };
  }, [acquiring, orderId, cartId, sessionId, token, returnTo, reloads]);

  const reload = useCallback(() => {
    setLoaded((before) => (before.status === "failed" ? { status: "loading" } : before));
    setReloads((count) => count + 1);
  }, []);
  return { ...loaded, reload };
}
