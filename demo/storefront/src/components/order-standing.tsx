import type { Standing } from "../lib/views";

/** The order's payment status as Medusa reports it: nothing is called paid before it is. */
const WORDS: Readonly<Record<Standing, readonly [title: string, text: string]>> = {
  paid: ["Paid", "Your payment is approved."],
  waiting: [
    "We are waiting for your payment",
    "We start packing as soon as it arrives. Vouchers and bank transfers can take a few days. This page updates automatically.",
  ],
  unpaid: [
    "Not paid",
    "Your payment did not arrive. If it was a voucher or a bank transfer, please don't pay it any more. We keep your order, so you can pay it again.",
  ],
  refunded: ["Refunded", "Your money has been refunded, or the refund is on its way."],
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
