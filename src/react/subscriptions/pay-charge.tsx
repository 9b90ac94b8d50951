import type { ReactElement } from "react";
import { useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { Acquiring, OrderPayment, StoreSubscription } from "../parts/sdk";
import { AcquiringError, fill } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import { moneyText } from "./plan-text";

/** Where a payment link is paid; default: the page that the server names. */
export type PayHref = (payment: OrderPayment) => string;

export interface PayChargeProps {
  readonly acquiring: Acquiring;
  readonly subscription: StoreSubscription;
  readonly payHref: PayHref | undefined;
}

/** Leads to the page where a declined charge is paid. Nothing while there is none to pay. */
export function PayCharge({ acquiring, subscription, payHref }: PayChargeProps): ReactElement | null {
  const { payAmount, working } = useKitTexts();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<AcquiringError | null>(null);
  const charge = subscription.charges.find(({ can_pay: canPay }) => canPay);
  if (charge === undefined) return null;
  const open = async (): Promise<void> => {
    setAsking(true);
    setError(null);
    try {
      location.assign(pageOf(acquiring, await acquiring.subscriptions.pay(subscription.id), payHref));
    } catch (failure) {
      setError(asAcquiringError(failure, "not_sent"));
      setAsking(false);
    }
  };
  const amount = moneyText(acquiring.language, charge.amount, charge.currency);
  return (
    <>
      <button
        type="button"
        className="acq-button acq-button-pay"
        aria-busy={isAsking}
        disabled={isAsking}
        onClick={() => void open()}
      >
        {isAsking ? working : fill(payAmount, { amount })}
      </button>
      <p className="acq-field-error" role="alert">
        {error === null ? "" : acquiring.texts.errors[error.code]}
      </p>
    </>
  );
}

/** Throws if it cannot be paid now, or no page for payment links is configured. */
function pageOf({ texts }: Acquiring, payment: OrderPayment, payHref: PayHref | undefined): string {
  if (payment.token === null) throw new AcquiringError("payment_waiting", { texts });
  const url = payHref?.(payment) ?? payment.url;
  if (url === null || !/^(https?:\/\/|\/(?!\/))/i.test(url))
    throw new AcquiringError("payment_not_available", { texts });
  return url;
}
