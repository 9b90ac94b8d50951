import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../../../lib/always-current";
import { AskForCharge } from "../../../../components/links/pay-charge";
import { PaymentDrawer } from "../../../../components/payment-drawer";
import { Failed, Loading, Stale } from "../../../../components/placeholders";
import { ChargeTable } from "../../../../components/subscriptions/charges";
import { SubscriptionHistory } from "../../../../components/subscriptions/history";
import { SubscriptionFacts } from "../../../../components/subscriptions/subscription-facts";
import { SubscriptionHead } from "../../../../components/subscriptions/subscription-head";
import { fetchSubscription } from "../../../../lib/subscriptions/subscription-calls";
import { pollSubscription } from "../../../../lib/subscriptions/subscription-view";
import { useUrlState } from "../../../../lib/use-url-state";

const SubscriptionPage = () => {
  const { id = "" } = useParams();
  const address = useUrlState();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "subscription", id],
    queryFn: ({ signal }) => fetchSubscription(id, signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) => pollSubscription(state.data?.subscription.state),
  });
  if (isPending) return <Loading />;
  if (!data) return <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const { subscription } = data;
  const payment = address.one("payment");
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-subscription">
      {isError ? <Stale /> : null}
      <SubscriptionHead subscription={subscription} />
      <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-y-3">
          <ChargeTable
            subscription={subscription}
            onOpen={(one) => address.set({ payment: one })}
            askForPayment={(charge) => <AskForCharge subscriptionId={id} charge={charge} />}
          />
          <SubscriptionHistory subscription={subscription} />
        </div>
        <div className="w-full xl:max-w-sm">
          <SubscriptionFacts subscription={subscription} />
        </div>
      </div>
      {payment === null ? null : <PaymentDrawer id={payment} onClose={() => address.set({ payment: null })} />}
    </div>
  );
};

export default SubscriptionPage;
