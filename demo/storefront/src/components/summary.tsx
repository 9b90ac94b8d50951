import type { Cart } from "../lib/views";
import { Picture } from "./picture";

/** What the cart costs, line by line. */
export function Summary({ cart }: { cart: Cart }) {
  return (
    <aside className="summary" aria-label="Your order">
      <h2>Your order</h2>
      <ul>
        {cart.lines.map((line) => (
          <li key={line.id}>
            <Picture handle={line.handle} />
            <span>
              {line.title} <small>× {line.quantity}</small>
            </span>
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
