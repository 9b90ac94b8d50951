import { useState } from "react";
import { Link } from "react-router-dom";
import { AddressStep } from "../components/address-step";
import { PaymentStep } from "../components/payment-step";
import { ShippingStep } from "../components/shipping-step";
import { Summary } from "../components/summary";
import { useShop } from "../lib/shop-context";

/** Address, delivery, payment: one page, one step open at a time. */
export function CheckoutPage() {
  const { cart } = useShop();
  const [reached, setReached] = useState<0 | 1 | 2>(0);

  if (!cart || cart.items.length === 0) {
    return (
      <section className="narrow center">
        <h1>There is nothing to pay for</h1>
        <p>Your cart is empty, or its order has been placed already.</p>
        <Link className="button" to="/">
          See the ceramics
        </Link>
      </section>
    );
  }
  const hasAddress = cart.shipping_address !== null && cart.email !== null;
  const hasShipping = hasAddress && cart.shipping_methods.length > 0;
  const step = Math.max(reached, hasShipping ? 2 : hasAddress ? 1 : 0);

  return (
    <div className="checkout">
      <div>
        <h1>Checkout</h1>
        <AddressStep isOpen={step === 0} onDone={() => setReached(1)} />
        <ShippingStep isOpen={step === 1} isReached={step >= 1} onDone={() => setReached(2)} />
        <PaymentStep isOpen={step === 2} />
      </div>
      <Summary cart={cart} />
    </div>
  );
}
