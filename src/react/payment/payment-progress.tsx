import type { ReactElement } from "react";
import { assertNever } from "../parts/assert-never";
import { Panel } from "../parts/panel";
import { PaymentFrame } from "./payment-frame";
import type { PaymentState } from "./payment-state";
import type { Acquiring } from "../parts/sdk";
import { useTexts, useKitTexts } from "../parts/surface";
import type { PaymentControl } from "./use-payment";

export interface PaymentProgressProps {
  readonly acquiring: Acquiring;
  readonly state: Exclude<PaymentState, { readonly phase: "ready" | "paying" }>;
  readonly control: PaymentControl;
  readonly frameMinHeight?: number | undefined;
}

export function PaymentProgress({ acquiring, state, control, frameMinHeight }: PaymentProgressProps): ReactElement {
  const kitTexts = useKitTexts();
  const texts = useTexts();
  switch (state.phase) {
    case "checking":
      return <Panel kind="busy" text={kitTexts.checking} />;
    case "redirecting":
      return (
        <Panel kind="busy" text={kitTexts.redirecting}>
          <button
            type="button"
            className="acq-button"
            onClick={() => {
              acquiring.followAction(state.payment);
            }}
          >
            {kitTexts.continue}
          </button>
        </Panel>
      );
    case "frame":
      return (
        <PaymentFrame
          url={state.url}
          onLeave={control.leaveFrame}
          {...(frameMinHeight !== undefined && { minHeight: frameMinHeight })}
        />
      );
    case "unknown":
      return (
        <Panel kind="wait" text={texts.errors.payment_checking}>
          <button type="button" className="acq-button" onClick={() => void control.checkAgain()}>
            {kitTexts.tryAgain}
          </button>
        </Panel>
      );
    case "done":
      return state.payment.state === "pending" ? (
        <Panel kind="wait" text={kitTexts.pending} />
      ) : (
        <Panel kind="good" text={kitTexts.paid} />
      );
    default:
      return assertNever(state);
  }
}
