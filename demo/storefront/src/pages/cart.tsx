import { Link } from "react-router-dom";
import { LinePlan } from "../components/line-plan";
import { Picture } from "../components/picture";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";
import { usePlans } from "../lib/use-plans";
import { useTask } from "../lib/use-task";
import { Empty } from "./empty";

export function CartPage() {
  const { api, cart, setCart } = useShop();
  const { isBusy, problem, run } = useTask();
  const plans = usePlans(cart?.lines.map(({ variantId }) => variantId) ?? [], cart?.currency ?? "");
  usePageTitle("Your cart");

  if (!cart || cart.lines.length === 0) {
    return <Empty title="Your cart is empty">Take a look at what came out of the kiln this week.</Empty>;
  }
  const change = (lineId: string, quantity: number): void => {
    void run(async () => setCart(await api.setQuantity(cart.id, lineId, quantity)));
  };

  return (
    <section className="narrow">
      <h1>Your cart</h1>
      <ul className="lines" aria-busy={isBusy}>
        {cart.lines.map(({ id, variantId, handle, title, quantity, total }) => (
          <li key={id}>
            <Picture handle={handle} />
            <div>
              <strong>{title}</strong>
              <LinePlan line={{ variantId, quantity }} plans={plans} />
              <div className="quantity">
                <button
                  type="button"
                  aria-label={`One less: ${title}`}
                  disabled={isBusy}
                  onClick={() => change(id, quantity - 1)}
                >
                  −
                </button>
                <span aria-live="polite">
                  <span className="sr">Quantity </span>
                  {quantity}
                </span>
                <button
                  type="button"
                  aria-label={`One more: ${title}`}
                  disabled={isBusy}
                  onClick={() => change(id, quantity + 1)}
                >
                  +
                </button>
                <button
                  type="button"
                  className="link"
                  aria-label={`Remove ${title}`}
                  disabled={isBusy}
                  onClick={() => change(id, 0)}
                >
                  Remove
                </button>
              </div>
            </div>
            <span>{total}</span>
          </li>
        ))}
      </ul>
      <p role="alert" className="problem">
        {problem}
      </p>
      <p className="sum">
        Total <strong>{cart.total}</strong>
      </p>
      <Link className="button" to="/checkout" data-testid="go-checkout">
        Go to checkout
      </Link>
    </section>
  );
}
