import type { ReactElement } from "react";
import { useState } from "react";
import { RetryPanel } from "./retry-panel";
import type { PaymentElementOptions } from "./payment-element";
import { PaymentElement } from "./payment-element";
import { PaymentProgress } from "./payment-progress";
import { usePayment } from "./use-payment";
import { ReturnOwner, useResumedReturn } from "./use-resumed-return";
import { useOrderPayment } from "./use-order-payment";
import type { OrderPaymentControl } from "./use-order-payment";
import { Surface, useKitTexts } from "../parts/surface";
import { fill } from "../parts/sdk";
import { moneyText } from "../subscriptions/plan-text";

/**
 * What the logged-in customer's own order still owes, for an order page: the amount and a button, then the payment.
 * Renders nothing for an order that owes nothing, and for guests, who pay with a link that was sent.
 */
export type PayAgainProps = Omit<PaymentElementOptions, "amount" | "owed"> & { readonly orderId: string };

/** Another order is another payment. */
export function PayAgain(props: PayAgainProps): ReactElement | null {
  return (
    <ReturnOwner.Provider value={props.orderId}>
      <OneOrder key={props.orderId} {...props} />
    </ReturnOwner.Provider>
  );
}

function OneOrder({ orderId, ...options }: PayAgainProps): ReactElement | null {
  const { acquiring, labels, className } = options;
  const control = useOrderPayment(acquiring, orderId);
  const [isReturning] = useState(hasReturned);
  const { state, token, isOpen } = control;
  const value = state.status === "ready" ? state.value : null;
  const amount = value?.amount == null ? null : moneyText(acquiring.language, value.amount, value.currency);
  if (token !== null && (isOpen || isReturning))
    return (
      <PaymentElement
        isLoggedIn
        {...options}
        payable={token}
        onError={(error) => {
          // Reads what is due now; the element stays, with its message.
          if (error.code === "amount_changed") control.open();
          options.onError?.(error);
        }}
        {...(value && { owed: value })}
        {...(amount !== null && { amount })}
      />
    );
  // The payment that the customer returns from may have been recorded already, and its link has ended then.
  if (value !== null && amount === null && isReturning) return <Settled {...options} />;
  const error = control.error ?? (state.status === "failed" ? state.error : null);
  if (error?.code === "login_required" || error?.code === "payment_link_not_found") return null;
  if (error === null && amount === null) return null;
  return (
    <Surface acquiring={acquiring} labels={labels ?? {}} className={className ?? ""} title={({ pay }) => pay}>
      {error !== null && <RetryPanel acquiring={acquiring} error={error} onRetry={control.reload} />}
      {error === null && amount !== null && <Owed amount={amount} control={control} />}
    </Surface>
  );
}

/** The outcome of the payment that the customer returns from; nothing if it was not paid and nothing is due. */
function Settled({
  acquiring,
  onComplete,
  onError,
  labels,
  className,
}: Omit<PayAgainProps, "orderId">): ReactElement | null {
  const control = usePayment({ payable: "", acquiring, onComplete, onError });
  useResumedReturn(acquiring, { isEnabled: true, control, onError, cartId: null, owner: "" });
  const { state } = control;
  if (state.phase === "ready" || state.phase === "paying") return null;
  return (
    <Surface acquiring={acquiring} labels={labels ?? {}} className={className ?? ""} title={({ pay }) => pay}>
      <PaymentProgress acquiring={acquiring} state={state} control={control} />
    </Surface>
  );
}

const hasReturned = (): boolean =>
  typeof location !== "undefined" && new URLSearchParams(location.search).has("acquiring_return");

function Owed({
  amount,
  control: { isAsking, open },
}: {
  readonly amount: string;
  readonly control: OrderPaymentControl;
}): ReactElement {
  const { amount: label, payAmount, working } = useKitTexts();
  return (
    <div className="acq-instructions">
      <dl className="acq-facts">
        <div className="acq-fact">
          <dt>{label}</dt>
          <dd>
            <bdi>{amount}</bdi>
          </dd>
        </div>
      </dl>
      <button
        type="button"
        className="acq-button acq-button-pay"
        aria-busy={isAsking}
        disabled={isAsking}
        onClick={open}
      >
        {isAsking ? working : fill(payAmount, { amount })}
      </button>
    </div>
  );
}
