import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import type { DisputePage } from "../../../../api-schema/admin";
import { disputeColumns } from "../../../components/disputes/dispute-columns";
import { DISPUTE_FILTERS, DisputeFilterBar } from "../../../components/disputes/dispute-filters";
import { TableFrame } from "../../../components/list/table-frame";
import { useListPage } from "../../../components/list/use-list-page";
import { ChartSection } from "../../../components/overview/chart-section";
import { Failed } from "../../../components/placeholders";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import { fetchDisputeRate, fetchDisputes } from "../../../lib/disputes/dispute-calls";
import { rateByMonth } from "../../../lib/disputes/rate-section";
import { useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

const DisputesRoute = () => {
  const address = useUrlState();
  const { t } = useTexts();
  const { instance, count, isFiltered, failure } = useListPage({
    ...{ address, name: "disputes", filters: DISPUTE_FILTERS },
    ...{ fetch: fetchDisputes, rowsOf, columnsOf: disputeColumns },
  });
  if (failure) return <Failed title={t("disputes.title")} text={t("disputes.failed")} {...failure} />;
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-disputes">
      <Container className="overflow-hidden p-0">
        <TableFrame
          instance={instance}
          title={t("disputes.title")}
          subtitle={t("disputes.subtitle")}
          count={count}
          empty={{
            heading: t(isFiltered ? "disputes.noMatch" : "disputes.none"),
            description: t(isFiltered ? "disputes.noMatchText" : "disputes.noneText"),
          }}
          filters={<DisputeFilterBar address={address} />}
        />
      </Container>
      <Rate />
    </div>
  );
};

const rowsOf = ({ disputes }: DisputePage) => disputes;

function Rate() {
  const words = useTexts();
  const { data, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "disputes", "rate"],
    queryFn: ({ signal }) => fetchDisputeRate(signal),
    ...ALWAYS_CURRENT,
  });
  if (data) return <ChartSection {...rateByMonth(data, words)} />;
  if (!isError) return null;
  const { t } = words;
  return (
    <Failed
      title={t("disputes.rate")}
      text={t("disputes.failed")}
      error={error}
      onRetry={() => void refetch()}
      isBusy={isFetching}
    />
  );
}

export const config = defineRouteConfig({ label: "payments.menu.disputes", translationNs: "acquiring", rank: 2.5 });

export default DisputesRoute;
