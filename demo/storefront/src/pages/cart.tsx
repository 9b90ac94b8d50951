import { useState } from "react";
import { Link } from "react-router-dom";
import { useShop } from "../lib/shop-context";
import { money } from "../lib/store";

/** What is in the cart, how many of each. */
export function CartPage() {
  const { api, cart, reload } = useShop();
  const [isBusy, setBusy] = useState(false);

  if (!cart || cart.items.length === 0) {
    return (
      <section className="narrow center">
        <h1>Your cart is empty</h1>
        <p>Take a look at what came out of the kiln this week.</p>
        <Link className="button" to="/">
          See the ceramics
        </Link>
      </section>
    );
  }

  const change = async (itemId: string, quantity: number): Promise<void> => {
    setBusy(true);
    try {
      await api.setQuantity(cart.id, itemId, quantity);
      await reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="narrow">
      <h1>Your cart</h1>
      <ul className="lines" aria-busy={isBusy}>
        {cart.items.map((item) => (
          <li key={item.id}>
            <img src={`/products/${item.product_handle}.svg`} alt="" />
            <div>
              <strong>{item.product_title ?? item.title}</strong>
              <div className="quantity">
                <button
                  aria-label={`One less ${item.title}`}
                  disabled={isBusy}
                  onClick={() => void change(item.id, item.quantity - 1)}
                >
                  −
                </button>
                <span aria-label="Quantity">{item.quantity}</span>
                <button
                  aria-label={`One more ${item.title}`}
                  disabled={isBusy}
                  onClick={() => void change(item.id, item.quantity + 1)}
                >
                  +
                </button>
                <button className="link" disabled={isBusy} onClick={() => void change(item.id, 0)}>
                  Remove
                </button>
              </div>
            </div>
            <span>{money(item.total, cart.currency_code)}</span>
          </li>
        ))}
      </ul>
      <p className="sum">
        Total <strong>{money(cart.total, cart.currency_code)}</strong>
      </p>
      <Link className="button" to="/checkout" data-testid="go-checkout">
        Go to checkout
      </Link>
    </section>
  );
}
