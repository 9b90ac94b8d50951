import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../../../lib/always-current";
import { GatewayFacts } from "../../../../components/payouts/gateway-facts";
import { PayoutFacts } from "../../../../components/payouts/payout-facts";
import { PayoutHead } from "../../../../components/payouts/payout-head";
import { PayoutHistory } from "../../../../components/payouts/payout-history";
import { Agreement } from "../../../../components/payouts/payout-summary";
import { Failed, Loading, Stale } from "../../../../components/placeholders";
import { fetchPayout } from "../../../../lib/payouts/payout-calls";
import { pollPayout } from "../../../../lib/payouts/payout-view";
import { useTexts } from "../../../../lib/texts";

const PayoutPage = () => {
  const { id = "" } = useParams();
  const { t } = useTexts();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "payout", id],
    queryFn: ({ signal }) => fetchPayout(id, signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) => pollPayout(state.data?.payout.state),
  });
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed
        title={t("payout.facts")}
        text={t("payout.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  const { payout } = data;
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-payout">
      {isError ? <Stale /> : null}
      <PayoutHead payout={payout} />
      <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-y-3">
          <Agreement payout={payout} />
          <PayoutHistory events={payout.events} />
        </div>
        <div className="flex w-full flex-col gap-y-3 xl:max-w-sm">
          {payout.gateway === null ? null : <GatewayFacts gateway={payout.gateway} />}
          <PayoutFacts payout={payout} />
        </div>
      </div>
    </div>
  );
};

export default PayoutPage;
