import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { useShop } from "../lib/shop-context";
import type { Order } from "../lib/store";
import { money } from "../lib/store";

/** The thank-you page. */
export function OrderPage() {
  const { id = "" } = useParams();
  const { api } = useShop();
  const [order, setOrder] = useState<Order | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    api.order(id).then(setOrder, (error: unknown) => setFailure(error instanceof Error ? error.message : "Not found"));
  }, [api, id]);

  if (failure) return <p role="alert">{failure}</p>;
  if (!order) return <p role="status">Loading your order…</p>;
  const isPaid = order.payment_status === "authorized" || order.payment_status === "captured";
  return (
    <section className="narrow">
      <h1>Thank you. Your order is placed.</h1>
      <p>
        Order <strong data-testid="order-number">#{order.display_id}</strong>, confirmation to {order.email}.{" "}
        {isPaid ? "Your payment is approved." : "We are still waiting for your bank and will write to you."}
      </p>
      <ul className="lines">
        {order.items.map((item) => (
          <li key={item.id}>
            <img src={`/products/${item.product_handle}.svg`} alt="" />
            <div>
              <strong>{item.product_title ?? item.title}</strong>
              <div>× {item.quantity}</div>
            </div>
            <span>{money(item.unit_price * item.quantity, order.currency_code)}</span>
          </li>
        ))}
      </ul>
      <p className="sum">
        Total <strong data-testid="order-total">{money(order.total, order.currency_code)}</strong>
      </p>
      <Link className="button" to="/">
        Back to the ceramics
      </Link>
    </section>
  );
}
