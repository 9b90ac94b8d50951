import { PayAgain, PaymentInstructions } from "medusa-payment-acquiring/react";
import { useCallback, useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { OrderStanding } from "../components/order-standing";
import { Picture } from "../components/picture";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";
import { messageOf } from "../lib/store-error";
import type { Order } from "../lib/views";

/** The order confirmation. */
export function OrderPage() {
  const { id = "" } = useParams();
  const { acquiring, api, customer, language } = useShop();
  const [order, setOrder] = useState<Order | null>(null);
  const [failure, setFailure] = useState("");
  usePageTitle(order ? `Order ${order.number}` : "Your order");

  useEffect(() => {
    api.order(id).then(setOrder, (error: unknown) => setFailure(messageOf(error)));
  }, [api, id]);

  const refresh = useCallback(() => {
    // A failed read is repeated by the polling below.
    api.order(id).then(setOrder, () => undefined);
  }, [api, id]);

  // Pending money appears once it has arrived; a failed request is repeated.
  const isWaiting = order?.standing === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    const asking = setInterval(() => {
      if (!document.hidden) refresh();
    }, ASK_EVERY_MS);
    return () => {
      clearInterval(asking);
    };
  }, [isWaiting, refresh]);

  if (failure !== "") return <p role="alert">{failure}</p>;
  if (!order) return <p role="status">Loading your order…</p>;
  const { address } = order;
  return (
    <section className="narrow">
      <h1>{order.standing === "cancelled" ? "Your order was cancelled" : "Thank you. Your order is placed."}</h1>
      <p>
        Order <strong data-testid="order-number">{order.number}</strong>, confirmation to {order.email}.
      </p>
      <OrderStanding standing={order.standing} />
      {/* The status says what became of an unpaid voucher. */}
      {order.standing === "unpaid" ? null : (
        <PaymentInstructions
          key={order.standing}
          className="how-to-pay"
          acquiring={acquiring}
          orderId={id}
          headingLevel={2}
          onChange={(instructions) => {
            if (instructions !== null && instructions.status !== "waiting") refresh();
          }}
        />
      )}
      {customer === null ? null : (
        <div className="payment" dir={language.texts.direction} data-testid="payment">
          <PayAgain key={String(isWaiting)} acquiring={acquiring} orderId={id} onComplete={refresh} />
        </div>
      )}
      <ul className="lines">
        {order.lines.map((line) => (
          <li key={line.id}>
            <Picture handle={line.handle} />
            <div>
              <strong>{line.title}</strong>
              <div>× {line.quantity}</div>
            </div>
            <span>{line.total}</span>
          </li>
        ))}
      </ul>
      <p className="sum small">
        Delivery{address ? ` to ${address.first_name} ${address.last_name}, ${address.city}` : ""}{" "}
        <span>{order.delivery}</span>
      </p>
      <p className="sum">
        Total <strong data-testid="order-total">{order.total}</strong>
      </p>
      <Link className="button" to="/">
        Back to the ceramics
      </Link>
    </section>
  );
}

const ASK_EVERY_MS = 5_000;
