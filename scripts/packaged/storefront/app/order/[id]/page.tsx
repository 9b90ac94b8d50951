"use client";

import { PaymentInstructions } from "medusa-payment-acquiring/react";
import { useParams } from "next/navigation";
import { acquiring } from "../../acquiring";

export default function OrderPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <main>
      <h1>Thank you for your order</h1>
      <p data-testid="order">{id}</p>
      <PaymentInstructions acquiring={acquiring} orderId={id} headingLevel={2} />
    </main>
  );
}
