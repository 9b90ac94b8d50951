"use client";

import { PaymentElement } from "medusa-payment-acquiring/react";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { acquiring, backendUrl, publishableKey } from "../acquiring";

/** The payment step for the cart in the URL. */
function Checkout() {
  const cartId = useSearchParams().get("cart") ?? "";
  const [problem, setProblem] = useState<string | null>(null);
  const complete = async (): Promise<void> => {
    const answer = await fetch(`${backendUrl}/store/carts/${cartId}/complete`, {
      method: "POST",
      headers: { "x-publishable-api-key": publishableKey },
    });
    const { order } = (await answer.json()) as { order?: { id: string } };
    if (order) window.location.assign(`/order/${order.id}`);
    else setProblem("The order is not placed yet.");
  };
  return (
    <main>
      <h1>Payment</h1>
      <PaymentElement acquiring={acquiring} cartId={cartId} onComplete={() => void complete()} />
      {problem && <p role="alert">{problem}</p>}
    </main>
  );
}

/** Next.js requires a boundary around components that read the URL. */
export default function CheckoutPage() {
  return (
    <Suspense>
      <Checkout />
    </Suspense>
  );
}
