import type { Standing } from "../lib/views";

/** The order's payment status as Medusa reports it: nothing is called paid before it is. */
const WORDS: Readonly<Record<Standing, readonly [title: string, text: string]>> = {
  paid: ["Paid", "Your payment is approved."],
  waiting: [
    "We are waiting for your payment",
    "As soon as it has arrived we begin to pack. With a voucher or a bank transfer that can take some days. This page follows by itself.",
  ],
  refunded: ["Refunded", "You have your money back, or it is on its way."],
  cancelled: ["Cancelled", "This order was cancelled. Nothing is charged for it."],
};

export function OrderStanding({ standing }: { standing: Standing }) {
  const [title, text] = WORDS[standing];
  return (
    <p className={`standing ${standing}`} role="status" data-testid="order-standing">
      <strong>{title}</strong> <span>{text}</span>
    </p>
  );
}
