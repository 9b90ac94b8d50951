import type { ReactElement } from "react";
import { useState } from "react";
import type { Acquiring, AcquiringError, PaymentSessionLike } from "../sdk";
import { PaymentElement } from "../react/payment/payment-element";
import { PaymentInstructions } from "../react/payment/payment-instructions";
import type { PayPageConfig } from "./config";

/** The payment of the page's link, and afterwards how to pay a voucher. The server shows everything else. */
export interface LinkPaymentProps {
  readonly acquiring: Acquiring;
  readonly config: PayPageConfig;
  /** The session of the payment in this tab. */
  readonly session: () => PaymentSessionLike | null;
}

/** The link's state changed: the server's page says what to do. */
const ENDED = new Set<string>([
  "payment_link_not_found",
  "payment_link_expired",
  "payment_link_revoked",
  "payment_link_paid",
  "payment_waiting",
  "order_cancelled",
  "nothing_to_pay",
]);

function showAgain({ code }: AcquiringError): void {
  if (code === "amount_changed") location.hash = "changed";
  if (code === "amount_changed" || ENDED.has(code)) location.reload();
}

export function LinkPayment({ acquiring, config, session }: LinkPaymentProps): ReactElement {
  const [waiting, setWaiting] = useState<PaymentSessionLike | null>(null);
  const { link, returnTo, amount, owed, isFramed } = config;
  return (
    <>
      <PaymentElement
        acquiring={acquiring}
        payable={link}
        returnTo={returnTo}
        amount={amount}
        owed={owed}
        presentation={isFramed ? "iframe" : "page"}
        onError={showAgain}
        onComplete={({ state }) => {
          // The rest is still due: the server's page asks for it, below a note that this part was received.
          if (state !== "pending" && session()?.data?.part !== undefined) {
            location.hash = "received";
            location.reload();
            return;
          }
          document.body.dataset.state = state === "pending" ? "waiting" : "paid";
          if (state === "pending") setWaiting(session());
        }}
      />
      {waiting && (
        <div className="instructions">
          <PaymentInstructions acquiring={acquiring} session={waiting} returnTo={returnTo} headingLevel={2} />
        </div>
      )}
    </>
  );
}
