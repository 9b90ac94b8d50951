import type { Plans } from "../lib/use-plans";
import type { Cart } from "../lib/views";
import { LinePlan } from "./line-plan";
import { Picture } from "./picture";

/** Cost of the cart, line by line. */
export function Summary({ cart, plans }: { cart: Cart; plans: Plans | undefined }) {
  return (
    <aside className="summary" aria-label="Your order">
      <h2>Your order</h2>
      <ul>
        {cart.lines.map((line) => (
          <li key={line.id}>
            <Picture handle={line.handle} />
            <div>
              {line.title} <small>× {line.quantity}</small>
              <LinePlan line={line} plans={plans} />
            </div>
            <span>{line.total}</span>
          </li>
        ))}
      </ul>
      <dl>
        <dt>Delivery</dt>
        <dd>{cart.delivery ?? "–"}</dd>
        <dt className="total">Total</dt>
        <dd className="total" data-testid="cart-total">
          {cart.total}
        </dd>
      </dl>
    </aside>
  );
}
