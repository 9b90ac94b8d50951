import { PaymentElement } from "medusa-payment-acquiring/react";
import type { PaymentLink } from "medusa-payment-acquiring/sdk";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { usePageTitle } from "../lib/page-title";
import { useShop } from "../lib/shop-context";

/** The page of a payment link: what an order still owes is paid here. */
const ENDED: Readonly<Partial<Record<PaymentLink["state"], string>>> = {
  paid: "Thank you. This is paid.",
  nothing_to_pay: "There is nothing to pay.",
  order_cancelled: "This order was cancelled, so there is nothing to pay.",
  waiting: "We are waiting for your voucher or bank transfer.",
  expired: "This link has expired. Please ask us for a new one.",
  revoked: "This link is no longer valid. Please ask us for a new one.",
};

export function PayPage() {
  const { acquiring, language } = useShop();
  const [params] = useSearchParams();
  const token = params.get("link") ?? "";
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [failure, setFailure] = useState("");
  usePageTitle("Pay");

  const read = useCallback(() => {
    acquiring.readLink(token).then(setLink, (error: unknown) => {
      setFailure(error instanceof Error ? error.message : "We could not read this link.");
    });
  }, [acquiring, token]);
  useEffect(read, [read]);

  if (failure !== "") return <p role="alert">{failure}</p>;
  if (!link) return <p role="status">One moment, please…</p>;
  const ended = ENDED[link.state];
  const amount =
    link.amount === null
      ? ""
      : new Intl.NumberFormat("en", { style: "currency", currency: link.currency }).format(Number(link.amount));
  return (
    <section className="narrow" data-testid="pay" data-state={link.state}>
      <h1>{ended ?? `Pay ${amount}`}</h1>
      {link.description === null ? null : <p>{link.description}</p>}
      <ul>
        {link.items.map(({ title, quantity }, index) => (
          <li key={`${String(index)} ${title}`}>
            {quantity} × {title}
          </li>
        ))}
      </ul>
      {ended === undefined ? (
        <div className="payment" dir={language.texts.direction} data-testid="payment">
          <PaymentElement
            acquiring={acquiring}
            payable={token}
            amount={amount}
            owed={{ ...link, smallest_part: null }}
            onError={({ code }) => {
              if (code === "amount_changed") read();
            }}
            onComplete={read}
          />
        </div>
      ) : null}
    </section>
  );
}
