import { MySubscriptions } from "medusa-payment-acquiring/react";
import { Link } from "react-router-dom";
import { LoginForm } from "../components/login-form";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";

/** The customer's subscriptions: every charge with its order, and cancelling. */
export function SubscriptionsPage() {
  const { acquiring, customer } = useShop();
  usePageTitle("My subscriptions");
  return (
    <section className="narrow">
      <h1>My subscriptions</h1>
      {customer ? (
        <>
          <MySubscriptions acquiring={acquiring} orderHref={({ id }) => `/orders/${id}`} />
          <p>
            <Link to="/account">Back to my account</Link>
          </p>
        </>
      ) : (
        <>
          <p>Log in to see what you subscribed to.</p>
          <LoginForm />
        </>
      )}
    </section>
  );
}
