import type { ReactElement } from "react";
import { Panel } from "./panel";
import type { Acquiring, AcquiringError } from "./sdk";

/** Something could not be read: why, and another try. */
export interface RetryPanelProps {
  readonly acquiring: Acquiring;
  readonly error: AcquiringError;
  /** Of a payment that could not be asked for nobody knows the outcome; a list says nothing about a payment. */
  readonly what: "payment" | "list";
  readonly onRetry: () => void;
}

export function RetryPanel({ acquiring: { texts }, error, what, onRetry }: RetryPanelProps): ReactElement {
  const text = what === "list" && error.code === "network" ? texts.labels.notLoaded : texts.errors[error.code];
  return (
    <Panel kind="error" text={text}>
      <button type="button" className="acq-button" onClick={onRetry}>
        {texts.labels.tryAgain}
      </button>
    </Panel>
  );
}
