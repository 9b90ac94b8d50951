import { useReturn } from "medusa-payment-acquiring/react";
import type { Returned } from "medusa-payment-acquiring/sdk";
import { useState } from "react";
import { AddressStep } from "../components/address-step";
import { PaymentStep } from "../components/payment-step";
import { ShippingStep } from "../components/shipping-step";
import type { StepProps } from "../components/step";
import { Summary } from "../components/summary";
import { usePageTitle } from "../lib/page-title";
import { isReturn } from "../lib/return-address";
import { useShop } from "../lib/shop-context";
import { useBegunPayment } from "../lib/use-begun-payment";
import { usePlacing } from "../lib/use-placing";
import { usePlans } from "../lib/use-plans";
import type { Cart } from "../lib/views";
import { Empty } from "./empty";
import { ReturnedPage } from "./returned";

/** Address, delivery, payment: one page with one open step; earlier ones can be opened again. */
export function CheckoutPage() {
  const { acquiring, cart, customer } = useShop();
  const [hasReturned] = useState(() => isReturn(location.search));
  const comeBack = useReturn(acquiring);
  const [reopened, setReopened] = useState<number | null>(null);
  const placing = usePlacing();
  const open = reopened ?? (cart ? nextStep(cart) : 0);
  const begun = useBegunPayment(open === PAYMENT && !hasReturned, placing.place);
  const plans = usePlans(cart?.lines.map(({ variantId }) => variantId) ?? [], cart?.currency ?? "");
  usePageTitle("Checkout");

  const isTheirs = cart === null || cart.accountId === null || cart.accountId === customer?.id;
  const { returned } = comeBack;
  const isHere = cart !== null && isTheirs && (returned === null || isOf(cart, returned));
  if (hasReturned && placing.state === "idle" && !isHere)
    return <ReturnedPage comeBack={comeBack} hasCart={cart !== null} />;
  if (!cart || cart.lines.length === 0) {
    return <Empty title="There is nothing to pay for">Your cart is empty, or its order has been placed already.</Empty>;
  }
  const stateOf = (step: number): StepProps["state"] => (step === open ? "open" : step < open ? "done" : "later");
  const reopen = (step: number) => (placing.state === "idle" ? () => setReopened(step) : undefined);
  const done = (): void => setReopened(null);

  return (
    <>
      <h1>Checkout</h1>
      <div className="checkout">
        <div>
          <AddressStep state={stateOf(ADDRESS)} onChange={reopen(ADDRESS)} onDone={done} />
          <ShippingStep state={stateOf(DELIVERY)} onChange={reopen(DELIVERY)} onDone={done} />
          <PaymentStep
            state={stateOf(PAYMENT)}
            cart={cart}
            placing={placing}
            isTheirs={isTheirs}
            subscribes={plans === undefined ? null : plans.size > 0}
            isClear={hasReturned || begun === "clear"}
          />
        </div>
        <Summary cart={cart} plans={plans} />
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

/** Whether the payment that the customer returns from belongs to this cart. */
const isOf = (cart: Cart, { cartId, session }: Returned): boolean =>
  cartId === cart.id || cart.begun.some(({ id }) => id === session.id);
