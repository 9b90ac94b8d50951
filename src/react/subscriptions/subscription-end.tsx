import type { ReactElement } from "react";
import { useRef } from "react";
import { ConfirmQuestion } from "../parts/question";
import type { StoreSubscription, Texts } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import { useBeforePaint } from "../parts/use-before-paint";
import type { SubscriptionEnding } from "./use-subscriptions";
import type { KitTexts } from "../kit-texts";

export interface EndProps {
  readonly subscription: StoreSubscription;
  readonly ending: SubscriptionEnding | null;
  readonly isAsked: boolean;
  readonly isCancelling: boolean;
  readonly onAsk: (id: string | null) => void;
  readonly onCancel: (id: string) => void;
}

/** The product's title; the plan's own name if the product was deleted. */
export const titleOf = ({ product_title: title, name, quantity }: StoreSubscription): string =>
  quantity > 1 ? `${String(quantity)} × ${title ?? name}` : (title ?? name);

export function End(props: EndProps): ReactElement | null {
  const { subscription, ending, isAsked, isCancelling, onAsk, onCancel } = props;
  const kitTexts = useKitTexts();
  if (!subscription.can_cancel) return null;
  return (
    <ConfirmQuestion
      as="notice"
      isAsked={isAsked}
      isBusy={isCancelling}
      label={kitTexts.cancelSubscription}
      name={`${kitTexts.cancelSubscription}: ${titleOf(subscription)}`}
      question={kitTexts.endConfirm}
      className="acq-end-button"
      onAsk={(asks) => {
        onAsk(asks ? subscription.id : null);
      }}
      onAnswer={() => {
        onCancel(subscription.id);
      }}
      // The result takes the focus.
      mayReturn={() => ending === null}
    />
  );
}

export interface SaidProps {
  readonly texts: Texts;
  readonly ending: SubscriptionEnding | null;
  readonly isChecking: boolean;
}

/** The result; a pending cancellation stays visible, whoever requested it. */
export function EndNotice({ texts, ending, isChecking }: SaidProps): ReactElement | null {
  const kitTexts = useKitTexts();
  const place = useRef<HTMLParagraphElement>(null);
  useBeforePaint(() => {
    if (ending !== null) place.current?.focus();
  }, [ending]);
  const text = ending === null ? (isChecking ? kitTexts.endChecking : null) : endingText(texts, kitTexts, ending);
  if (text === null) return null;
  const isBad = ending !== null && ending.outcome !== "cancelled" && ending.outcome !== "checking";
  return (
    <p
      ref={place}
      className={isBad ? "acq-notice acq-notice-error" : "acq-notice"}
      role={isBad ? "alert" : "status"}
      tabIndex={-1}
      data-acq-focus=""
    >
      {text}
    </p>
  );
}

function endingText(texts: Texts, kitTexts: KitTexts, { outcome, error }: SubscriptionEnding): string {
  if (outcome === "cancelled") return kitTexts.endDone;
  if (outcome === "checking") return kitTexts.endChecking;
  if (outcome === "lost") return kitTexts.endLost;
  return outcome === "failed" && error !== null && error.code !== "payment_not_available"
    ? texts.errors[error.code]
    : kitTexts.endRefused;
}
