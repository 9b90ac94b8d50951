import { SavedCards } from "medusa-payment-acquiring/react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { LoginForm } from "../components/login-form";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";
import { useAccount } from "../lib/use-account";
import { useTask } from "../lib/use-task";

/** Log in or register; for a logged-in customer, saved cards and logout. */
export function AccountPage() {
  const { acquiring, cart, customer } = useShop();
  const { logOut } = useAccount();
  const { isBusy, run } = useTask();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(customer?.id);
  const title = customer ? "My account" : "Log in";
  usePageTitle(title);

  // Logging in or out changes the whole page without navigation.
  useEffect(() => {
    if (shown.current === customer?.id) return;
    shown.current = customer?.id;
    heading.current?.focus();
  }, [customer]);

  return (
    <section className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {customer ? (
        <>
          <p>
            Hello {customer.firstName}, you are logged in as{" "}
            <strong data-testid="customer-email">{customer.email}</strong>.
          </p>
          {cart && cart.count > 0 ? (
            <p>
              Your cart has been kept. <Link to="/checkout">Go to checkout</Link>
            </p>
          ) : null}
          <p>
            <Link to="/account/subscriptions" data-testid="my-subscriptions">
              My subscriptions
            </Link>
          </p>
          <h2>Saved cards</h2>
          <p className="aside start">Save a card when you pay, and you can use it next time.</p>
          <SavedCards acquiring={acquiring} />
          <p>
            <button
              type="button"
              className="button"
              data-testid="log-out"
              disabled={isBusy}
              onClick={() => void run(logOut)}
            >
              Log out
            </button>
          </p>
        </>
      ) : (
        <LoginForm />
      )}
    </section>
  );
}
