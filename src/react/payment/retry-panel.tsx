import type { ReactElement } from "react";
import { Panel } from "../parts/panel";
import type { Acquiring, AcquiringError } from "../parts/sdk";

/** A load error with a retry button. The error's code shows whether a payment may be affected. */
export interface RetryPanelProps {
  readonly acquiring: Acquiring;
  readonly error: AcquiringError;
  readonly onRetry: () => void;
}

export function RetryPanel({ acquiring: { texts }, error, onRetry }: RetryPanelProps): ReactElement {
  return (
    <Panel kind="error" text={texts.errors[error.code]}>
      <button type="button" className="acq-button" onClick={onRetry}>
        {texts.labels.tryAgain}
      </button>
    </Panel>
  );
}
