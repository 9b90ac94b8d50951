import type { ReactElement } from "react";
import { useEffect, useRef } from "react";
import { NoticeBox } from "../parts/notice";
import { PaymentProgress } from "./payment-progress";
import type { Acquiring, AcquiringError, InstalmentPlan, Payment, Returned } from "../parts/sdk";
import { Skeleton } from "../parts/skeleton";
import { Surface } from "../parts/surface";
import { useKeptFocus } from "../parts/use-kept-focus";
import { usePayment } from "./use-payment";
import type { LabelOverrides } from "../kit-texts";

/** The gateway's card page alone, for shops with their own list of methods: in an iframe or by redirect. */
export interface HostedCheckoutProps {
  readonly acquiring: Acquiring;
  readonly cartId: string;
  /** `PaymentMethod.provider_id` of the method with mode `checkout`. */
  readonly providerId: string;
  /** Default: `iframe`. */
  readonly presentation?: "page" | "iframe";
  /** One of the method's plans, chosen before. Default: paid at once. */
  readonly instalments?: InstalmentPlan;
  /** Called when the page in the iframe has ended, whatever the result. */
  readonly onReturn?: (returned: Returned) => void;
  /** Called when the cart can be completed, once per payment. */
  readonly onComplete?: (payment: Payment) => void | Promise<void>;
  readonly onError?: (error: AcquiringError) => void;
  /** Where the customer returns to with `page`. Default: this page. */
  readonly returnTo?: string;
  /** Height of the iframe in pixels. Default: 560. */
  readonly minHeight?: number;
  readonly submitLabel?: string;
  readonly labels?: LabelOverrides;
  readonly captcha?: () => Promise<string | undefined>;
  readonly className?: string;
}

export function HostedCheckout(props: HostedCheckoutProps): ReactElement {
  return <CartCheckout key={`${props.cartId} ${props.providerId}`} {...props} />;
}

function CartCheckout(props: HostedCheckoutProps): ReactElement {
  const { acquiring, cartId, providerId, presentation = "iframe", minHeight } = props;
  const { onReturn, onComplete, onError, returnTo, captcha, instalments } = props;
  const { labels } = acquiring.texts;
  const root = useRef<HTMLElement>(null);
  const control = usePayment({ acquiring, cartId, onReturn, onComplete, onError, returnTo, captcha });
  const { state, pay } = control;
  const hasOpened = useRef(false);

  // Runs once, although React may run effects twice; the button opens an ended page again.
  useEffect(() => {
    if (presentation !== "iframe" || hasOpened.current) return;
    hasOpened.current = true;
    void pay({ providerId, method: { type: "checkout", presentation }, ...(instalments && { instalments }) });
  }, [pay, presentation, providerId, instalments]);

  useKeptFocus(root, state.phase);
  const isOpening = state.phase === "paying";
  const body = (): ReactElement => {
    if (state.phase !== "ready" && !isOpening)
      return <PaymentProgress acquiring={acquiring} state={state} control={control} frameMinHeight={minHeight} />;
    if (isOpening && presentation === "iframe") return <Skeleton text={labels.loading} rows={4} />;
    return (
      <div className="acq-form">
        {state.phase === "ready" && state.notice !== null && <NoticeBox notice={state.notice} />}
        {presentation === "page" && <p className="acq-hint">{labels.redirectNotice}</p>}
        <button
          type="button"
          className="acq-button acq-button-pay"
          disabled={isOpening}
          aria-busy={isOpening}
          onClick={() =>
            void pay({ providerId, method: { type: "checkout", presentation }, ...(instalments && { instalments }) })
          }
        >
          {props.submitLabel ?? labels.openPage}
        </button>
      </div>
    );
  };
  return (
    <Surface
      acquiring={acquiring}
      labels={props.labels}
      className={props.className}
      title={(kitTexts) => kitTexts.hostedFrame}
      rootRef={root}
    >
      {body()}
    </Surface>
  );
}
