import type { ReactElement } from "react";
import { useState } from "react";
import type { PayHref } from "./pay-charge";
import { Panel } from "../parts/panel";
import { RetryPanel } from "../payment/retry-panel";
import type { Acquiring } from "../parts/sdk";
import { Skeleton } from "../parts/skeleton";
import { SubscriptionCard } from "./subscription-card";
import type { OrderHref } from "./subscription-charges";
import { Surface } from "../parts/surface";
import { useSubscriptions } from "./use-subscriptions";
import type { LabelOverrides } from "../kit-texts";

/** A logged-in customer's subscriptions for an account page: price, charges, and cancelling. */
export interface MySubscriptionsProps {
  readonly acquiring: Acquiring;
  /** Links the charges to their orders. */
  readonly orderHref?: OrderHref;
  /** The page where a declined charge is paid, with the `token` of its payment link. Default: the link's own page. */
  readonly payHref?: PayHref;
  readonly labels?: LabelOverrides;
  readonly className?: string;
}

export function MySubscriptions({
  acquiring,
  orderHref,
  payHref,
  labels,
  className,
}: MySubscriptionsProps): ReactElement {
  const list = useSubscriptions(acquiring);
  const [asked, setAsked] = useState<string | null>(null);
  const { labels: kitTexts } = acquiring.texts;

  const cancel = async (id: string): Promise<void> => {
    await list.cancel(id);
    setAsked(null);
  };
  const body = (): ReactElement => {
    if (list.status === "loading") return <Skeleton text={kitTexts.working} rows={2} />;
    if (list.status === "failed") return <RetryPanel acquiring={acquiring} error={list.error} onRetry={list.reload} />;
    if (list.value.length === 0) return <Panel kind="plain" text={kitTexts.noSubscriptions} />;
    return (
      <>
        <ul className="acq-subscriptions">
          {list.value.map((subscription) => (
            <SubscriptionCard
              key={subscription.id}
              acquiring={acquiring}
              subscription={subscription}
              ending={list.ending?.id === subscription.id ? list.ending : null}
              isAsked={asked === subscription.id}
              isCancelling={list.cancelling === subscription.id}
              onAsk={setAsked}
              onCancel={(id) => void cancel(id)}
              orderHref={orderHref}
              payHref={payHref}
            />
          ))}
        </ul>
        {list.hasMore && (
          <button
            type="button"
            className="acq-button acq-button-quiet acq-more"
            disabled={list.isLoadingMore}
            onClick={list.loadMore}
          >
            {kitTexts.showMore}
          </button>
        )}
      </>
    );
  };
  return (
    <Surface acquiring={acquiring} labels={labels} className={className} title={({ subscriptions }) => subscriptions}>
      {body()}
    </Surface>
  );
}
