import type { ReactElement } from "react";
import { useState } from "react";
import { Skeleton } from "../parts/skeleton";
import { useKitTexts } from "../parts/surface";

/** The gateway's page in an iframe. It ends with a message, which `usePayment` receives. */
export interface PaymentFrameProps {
  readonly url: string;
  /** Pixels. */
  readonly minHeight?: number;
  readonly onLeave: () => void;
}

export function PaymentFrame({ url, minHeight = 560, onLeave }: PaymentFrameProps): ReactElement {
  const kitTexts = useKitTexts();
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className="acq-frame" tabIndex={-1} data-acq-focus="" aria-label={kitTexts.hostedFrame} role="group">
      {!isLoaded && <Skeleton text={kitTexts.loading} rows={4} />}
      <iframe
        className="acq-frame-page"
        src={url}
        title={kitTexts.hostedFrame}
        allow="payment"
        height={minHeight}
        onLoad={() => {
          setLoaded(true);
        }}
      />
      <button type="button" className="acq-button acq-button-quiet" onClick={onLeave}>
        {kitTexts.cancel}
      </button>
    </div>
  );
}
