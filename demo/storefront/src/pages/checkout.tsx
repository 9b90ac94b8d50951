import { useState } from "react";
import { AddressStep } from "../components/address-step";
import { PaymentStep } from "../components/payment-step";
import { ShippingStep } from "../components/shipping-step";
import type { StepProps } from "../components/step";
import { Summary } from "../components/summary";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";
import { useCardPayment } from "../lib/use-card-payment";
import type { Cart } from "../lib/views";
import { Empty } from "./empty";

/** Address, delivery, payment: one page, one step open at a time, and the earlier ones can be opened again. */
export function CheckoutPage() {
  const { cart } = useShop();
  const [reopened, setReopened] = useState<number | null>(null);
  const open = reopened ?? (cart ? nextStep(cart) : 0);
  const payment = useCardPayment(open === PAYMENT);
  usePageTitle("Checkout");

  if (!cart || cart.lines.length === 0) {
    return <Empty title="There is nothing to pay for">Your cart is empty, or its order has been placed already.</Empty>;
  }
  const stateOf = (step: number): StepProps["state"] => (step === open ? "open" : step < open ? "done" : "later");
  const isSteady = open !== PAYMENT || payment.phase === "ready";
  const reopen = (step: number) => (isSteady ? () => setReopened(step) : undefined);
  const done = (): void => setReopened(null);

  return (
    <>
      <h1>Checkout</h1>
      <div className="checkout">
        <div>
          <AddressStep state={stateOf(ADDRESS)} onChange={reopen(ADDRESS)} onDone={done} />
          <ShippingStep state={stateOf(DELIVERY)} onChange={reopen(DELIVERY)} onDone={done} />
          <PaymentStep state={stateOf(PAYMENT)} payment={payment} total={cart.total} />
        </div>
        <Summary cart={cart} />
      </div>
    </>
  );
}

const ADDRESS = 0;
const DELIVERY = 1;
const PAYMENT = 2;

function nextStep({ address, email, shippingOptionId }: Cart): number {
  if (address === null || email === "") return ADDRESS;
  return shippingOptionId === null ? DELIVERY : PAYMENT;
}
