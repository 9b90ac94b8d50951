import type { Cart } from "../lib/store";
import { money } from "../lib/store";

/** What the cart costs, line by line. */
export function Summary({ cart }: { cart: Cart }) {
  return (
    <aside className="summary" aria-label="Order summary">
      <h2>Your order</h2>
      <ul>
        {cart.items.map((item) => (
          <li key={item.id}>
            <img src={`/products/${item.product_handle}.svg`} alt="" />
            <span>
              {item.product_title ?? item.title} <small>× {item.quantity}</small>
            </span>
            <span>{money(item.total, cart.currency_code)}</span>
          </li>
        ))}
      </ul>
      <dl>
        <dt>Delivery</dt>
        <dd>{cart.shipping_methods.length > 0 ? money(cart.shipping_total, cart.currency_code) : "–"}</dd>
        <dt className="total">Total</dt>
        <dd className="total" data-testid="cart-total">
          {money(cart.total, cart.currency_code)}
        </dd>
      </dl>
    </aside>
  );
}
