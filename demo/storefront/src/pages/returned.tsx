import type { ReturnState } from "medusa-payment-acquiring/react";
import type { Payment } from "medusa-payment-acquiring/sdk";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";

/**
 * For a customer who returns from the gateway without their cart, for example in another browser: the payment's
 * outcome, without the order.
 */
export interface ReturnedPageProps {
  readonly comeBack: ReturnState;
  /** True if this browser has another cart. */
  readonly hasCart: boolean;
}

type Outcome = "received" | "processed" | "open";

const OUTCOMES: Readonly<Record<Payment["state"], Outcome>> = {
  authorised: "received",
  captured: "received",
  pending: "processed",
  checking: "processed",
  action_required: "open",
  payable: "open",
};

const WORDS: Readonly<Record<Outcome, { readonly title: string; readonly text: string }>> = {
  received: {
    title: "Your payment was received",
    text: "Thank you. Your order is placed within a few seconds, and the confirmation goes to your e-mail address.",
  },
  processed: {
    title: "Your payment is being processed",
    text: "Your order is on hold until it arrives, and we will e-mail you then. Please do not pay again.",
  },
  open: {
    title: "Your payment was not completed",
    text: "Nothing was ordered. To try again, go back to the browser in which you filled your cart, or start again here.",
  },
};

export function ReturnedPage({ comeBack, hasCart }: ReturnedPageProps) {
  const payment = useSettled(comeBack);
  const words = payment ? WORDS[OUTCOMES[payment.state]] : null;
  const title = words?.title ?? (comeBack.status === "failed" ? "We could not find out" : "One moment, please");
  usePageTitle(title);

  return (
    <section className="narrow center" data-testid="returned">
      <h1>{title}</h1>
      {words ? <p role="status">{words.text}</p> : null}
      {comeBack.status === "failed" ? (
        <>
          <p role="alert">{comeBack.error?.message}</p>
          <button type="button" className="button" onClick={comeBack.retry}>
            Look again
          </button>
        </>
      ) : null}
      {!words && comeBack.status !== "failed" ? <p role="status">Checking your payment…</p> : null}
      <p>
        <Link to={hasCart ? "/cart" : "/"}>{hasCart ? "See the cart in this browser" : "See the ceramics"}</Link>
      </p>
    </section>
  );
}

/** The payment's status, polled while it is being checked. */
function useSettled({ returned }: ReturnState): Payment | null {
  const { acquiring } = useShop();
  const [later, setLater] = useState<Payment | null>(null);

  useEffect(() => {
    if (returned?.payment.state !== "checking") return;
    const stay = new AbortController();
    // Without an answer the page keeps saying that the payment is being processed, which is true.
    acquiring.waitForResult(returned.session, { signal: stay.signal }).then(setLater, () => undefined);
    return () => {
      stay.abort();
    };
  }, [acquiring, returned]);

  return later ?? returned?.payment ?? null;
}
