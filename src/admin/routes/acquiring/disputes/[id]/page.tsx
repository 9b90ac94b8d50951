import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { DisputeFacts } from "../../../../components/disputes/dispute-facts";
import { DisputeHead } from "../../../../components/disputes/dispute-head";
import { DisputeHistory } from "../../../../components/disputes/dispute-history";
import { EvidenceSection } from "../../../../components/disputes/evidence-section";
import { PaymentDrawer } from "../../../../components/payment-drawer";
import { Failed, Loading, Stale } from "../../../../components/placeholders";
import { ALWAYS_CURRENT } from "../../../../lib/always-current";
import { disputeKey, fetchDispute } from "../../../../lib/disputes/dispute-calls";
import { useAccess } from "../../../../lib/use-access";
import { useUrlState } from "../../../../lib/use-url-state";
import { useTexts } from "../../../../lib/texts";

const DisputeRoute = () => {
  const { id = "" } = useParams();
  const { t } = useTexts();
  const may = useAccess();
  const address = useUrlState();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: disputeKey(id),
    queryFn: ({ signal }) => fetchDispute(id, signal),
    ...ALWAYS_CURRENT,
  });
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed
        title={t("disputes.title")}
        text={t("disputes.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  const payment = address.one("payment");
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-dispute">
      {isError ? <Stale /> : null}
      <DisputeHead dispute={data.dispute} />
      <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-y-3">
          {may("export") ? <EvidenceSection dispute={data.dispute} /> : null}
          <DisputeHistory history={data.history} />
        </div>
        <div className="w-full xl:max-w-sm">
          <DisputeFacts dispute={data.dispute} onOpen={(one) => address.set({ payment: one })} />
        </div>
      </div>
      {payment === null ? null : <PaymentDrawer id={payment} onClose={() => address.set({ payment: null })} />}
    </div>
  );
};

export default DisputeRoute;
