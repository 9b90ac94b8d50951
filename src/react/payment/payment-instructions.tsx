import type { ReactElement } from "react";
import { useEffect } from "react";
import { assertNever } from "../parts/assert-never";
import { CopyButton } from "../parts/copy-button";
import { Panel } from "../parts/panel";
import { momentText, moneyText } from "../subscriptions/plan-text";
import { RetryPanel } from "./retry-panel";
import type { Acquiring, InstructionsOf, PaymentInstructions as Instructions } from "../parts/sdk";
import { Surface, useKitTexts } from "../parts/surface";
import { useLatest } from "../parts/use-latest";
import { usePaymentInstructions } from "./use-payment-instructions";
import type { LabelOverrides, KitTexts } from "../kit-texts";

/**
 * How to pay a voucher or bank transfer, for an order's confirmation page: amount, due date, link to the instructions
 * and status. Renders nothing for payments without instructions, so it can be used for every order. Works for a guest
 * after a reload.
 */
export type PaymentInstructionsProps = InstructionsOf & {
  /** Create it once, outside of the component or in `useMemo`. */
  readonly acquiring: Acquiring;
  /** Where the customer returns to from the instructions. Default: this page. */
  readonly returnTo?: string;
  /** Further details from your shop, such as an entity and a reference, each with a copy button. */
  readonly details?: readonly PaymentDetail[];
  /** Called with the first value shown and each later one. */
  readonly onChange?: (instructions: Instructions | null) => void;
  /** Shows a heading of this level above, while there is something to pay. Default: none. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6;
  /** The heading's text; yours is kept after payment. */
  readonly heading?: string;
  /** Overrides of single labels. */
  readonly labels?: LabelOverrides;
  readonly className?: string;
};

/** One detail that the customer needs to pay. */
export interface PaymentDetail {
  readonly label: string;
  readonly value: string;
}

export function PaymentInstructions(props: PaymentInstructionsProps): ReactElement | null {
  const { acquiring, onChange, headingLevel } = props;
  const state = usePaymentInstructions(acquiring, props);
  const value = state.status === "ready" ? state.value : null;
  const latest = useLatest({ onChange, value });
  // Every read creates a new object; the shop is called only when a value changed.
  const seen = state.status === "ready" ? `${value?.status ?? ""} ${value?.url ?? ""}` : null;
  useEffect(() => {
    if (seen !== null) latest.current.onChange?.(latest.current.value);
  }, [latest, seen]);

  if (state.status === "loading" || (state.status === "ready" && value === null)) return null;
  const Heading = headingLevel === undefined ? null : (`h${headingLevel}` as const);
  return (
    <Surface
      acquiring={acquiring}
      labels={props.labels}
      className={props.className}
      title={(kitTexts) => kitTexts.howToPay}
    >
      {Heading && (value === null || value.status === "waiting" || props.heading !== undefined) && (
        <Heading className="acq-heading">{props.heading ?? acquiring.texts.labels.howToPay}</Heading>
      )}
      {state.status === "failed" && <RetryPanel acquiring={acquiring} error={state.error} onRetry={state.reload} />}
      {value !== null && <Body acquiring={acquiring} instructions={value} details={props.details ?? []} />}
    </Surface>
  );
}

interface BodyProps {
  readonly acquiring: Acquiring;
  readonly instructions: Instructions;
  readonly details: readonly PaymentDetail[];
}

function Body({ acquiring, instructions, details }: BodyProps): ReactElement {
  const kitTexts = useKitTexts();
  switch (instructions.status) {
    case "paid":
      return <Panel kind="good" text={kitTexts.paid} />;
    case "expired":
      return <Panel kind="plain" text={kitTexts.paymentExpired} />;
    case "cancelled":
      return <Panel kind="plain" text={kitTexts.paymentCancelled} />;
    case "waiting":
      return <Waiting acquiring={acquiring} instructions={instructions} details={details} />;
    default:
      return assertNever(instructions.status);
  }
}

function Waiting({ acquiring: { language }, instructions, details }: BodyProps): ReactElement {
  const kitTexts = useKitTexts();
  const { amount, currency, url } = instructions;
  return (
    <div className="acq-instructions">
      <p className="acq-notice" role="status">
        {kitTexts.waitingForPayment}
      </p>
      <dl className="acq-facts">
        {[
          ...details.map((detail) => ({ ...detail, copied: detail.value })),
          { label: kitTexts.amount, value: moneyText(language, amount, currency), copied: amount },
        ].map(({ label, value, copied }) => (
          <div key={label} className="acq-fact">
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
            <dd className="acq-fact-action">
              <CopyButton label={label} value={copied} />
            </dd>
          </div>
        ))}
        {plainFacts(kitTexts, language, instructions).map(([label, value]) => (
          <div key={label} className="acq-fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {url !== null && (
        <a
          className="acq-button acq-button-pay acq-instructions-link"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {kitTexts.showInstructions}
          <span className="acq-sr"> ({kitTexts.newTab})</span>
        </a>
      )}
    </div>
  );
}

function plainFacts(
  kitTexts: KitTexts,
  language: string,
  { expires_at: expiresAt, method_name: method }: Instructions,
): readonly (readonly [label: string, value: string])[] {
  return [
    ...(expiresAt === null ? [] : [[kitTexts.payBy, momentText(language, expiresAt)] as const]),
    [kitTexts.paymentMethod, method],
  ];
}
