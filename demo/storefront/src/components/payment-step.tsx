import { PaymentElement } from "medusa-payment-acquiring/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useShop } from "../lib/shop-context";
import type { Placing } from "../lib/use-placing";
import type { Cart } from "../lib/views";
import type { StepProps } from "./step";
import { Step } from "./step";

/** All payment methods. Input goes to the payment element only. */
export interface PaymentStepProps extends Pick<StepProps, "state"> {
  readonly cart: Cart;
  readonly placing: Placing;
  /** False for the cart of an account that is not logged in here. */
  readonly isTheirs: boolean;
  /** Whether the cart contains a subscription; null while unknown. */
  readonly subscribes: boolean | null;
  /** False while the outcome of an earlier payment is unknown. */
  readonly isClear: boolean;
}

export function PaymentStep({ state, cart, placing, isTheirs, subscribes, isClear }: PaymentStepProps) {
  const { acquiring, customer, language } = useShop();
  const { direction } = language.texts;
  const [isInside, setInside] = useState(true);

  const body = () => {
    if (placing.state === "stuck") return <Stuck placing={placing} cartId={cart.id} />;
    if (placing.state === "placing" && !(isClear && isTheirs)) return <p role="status">Placing your order…</p>;
    if (!isTheirs) return <LogInFirst />;
    if (subscribes === true && customer === null) return <NeedsAccount />;
    if (!isClear || subscribes === null) return <p role="status">Checking your payment…</p>;
    return (
      <>
        <PaymentElement
          acquiring={acquiring}
          cartId={cart.id}
          amount={direction === "rtl" ? isolated(cart.total) : cart.total}
          isLoggedIn={customer !== null}
          presentation={isInside ? "iframe" : "page"}
          returnTo={new URL("/checkout", location.href).href}
          onComplete={() => placing.place(cart.id)}
        />
        {placing.state === "placing" ? <p role="status">Placing your order…</p> : null}
        <label className="demo-choice" dir="ltr" lang="en">
          <input type="checkbox" checked={isInside} onChange={({ target }) => setInside(target.checked)} /> Demo: show
          the secure card page in this page
        </label>
      </>
    );
  };

  return (
    <Step title="3. Payment" state={state}>
      <div className="payment" dir={direction} data-testid="payment">
        {body()}
      </div>
    </Step>
  );
}

/** Keeps an amount's sign and digits in order inside right-to-left text. */
const isolated = (amount: string): string => `\u2066${amount}\u2069`;

function LogInFirst() {
  return (
    <p dir="ltr">
      This cart belongs to an account. <Link to="/account">Log in</Link> to pay for it.
    </p>
  );
}

function NeedsAccount() {
  return (
    <p dir="ltr">
      Your cart has a subscription, which needs an account: there you see every charge and can cancel it.{" "}
      <Link to="/account">Log in or register</Link>, and your cart comes with you.
    </p>
  );
}

function Stuck({ placing, cartId }: { placing: Placing; cartId: string }) {
  const reason = placing.reason === "" ? "" : ` (${placing.reason})`;
  return (
    <div dir="ltr">
      <p role="alert" className="problem">
        Your order is not placed yet{reason}. Please do not pay again; check again in a moment.
      </p>
      <button type="button" className="button wide" data-testid="look-again" onClick={() => void placing.place(cartId)}>
        Look again
      </button>
    </div>
  );
}
