import type { ReactElement } from "react";
import type { OrderHref } from "./subscription-charges";
import { ChargeList } from "./subscription-charges";
import { End, EndNotice, titleOf } from "./subscription-end";
import type { PayHref } from "./pay-charge";
import { PayCharge } from "./pay-charge";
import { dayText, rhythmOf } from "./plan-text";
import type { Acquiring, StoreSubscription } from "../parts/sdk";
import { fill } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import type { SubscriptionEnding } from "./use-subscriptions";

/** One subscription of the list. A charge already prepared is mentioned before and after cancelling. */
export interface SubscriptionCardProps {
  readonly acquiring: Acquiring;
  readonly subscription: StoreSubscription;
  readonly ending: SubscriptionEnding | null;
  readonly isAsked: boolean;
  readonly isCancelling: boolean;
  readonly onAsk: (id: string | null) => void;
  readonly onCancel: (id: string) => void;
  readonly orderHref: OrderHref | undefined;
  readonly payHref: PayHref | undefined;
}

const STATE = {
  pending: "subscriptionPending",
  active: "subscriptionActive",
  cancelling: "subscriptionCancelling",
  cancelled: "subscriptionCancelled",
  ended: "subscriptionEnded",
} as const;

export function SubscriptionCard(props: SubscriptionCardProps): ReactElement {
  const { acquiring, subscription, ending } = props;
  const { language } = acquiring;
  const kitTexts = useKitTexts();
  const { state, thumbnail, next_charge_on: next, ends_on: ends } = subscription;
  const isOn = state === "active" || state === "pending";
  const dates = [
    next === null || !isOn ? null : fill(kitTexts.nextCharge, { date: dayText(language, next) }),
    ends === null || !isOn ? null : fill(kitTexts.planEnds, { date: dayText(language, ends) }),
  ].filter((text) => text !== null);
  return (
    <li className="acq-subscription">
      <div className="acq-subscription-head">
        {thumbnail !== null && <img className="acq-subscription-image" src={thumbnail} alt="" loading="lazy" />}
        <div className="acq-subscription-text">
          <p className="acq-subscription-name">
            <bdi>{titleOf(subscription)}</bdi>
          </p>
          <p>{rhythmOf(kitTexts, language, subscription)}</p>
          {dates.length > 0 && <p className="acq-hint">{dates.join(" ")}</p>}
        </div>
        <span className={`acq-state acq-state-${state}`}>{kitTexts[STATE[state]]}</span>
      </div>
      <PayCharge {...{ acquiring, subscription }} payHref={props.payHref} />
      <End {...props} />
      <EndNotice texts={acquiring.texts} ending={ending} isChecking={state === "cancelling"} />
      <ChargeList language={language} charges={subscription.charges} orderHref={props.orderHref} />
    </li>
  );
}
