import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Alert, Button, Container, Heading, Text, toast } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trouble } from "../../../components/actions/outcome";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import { useRef } from "react";
import type { Overview } from "../../../../api-schema/admin";
import { ChartSection } from "../../../components/overview/chart-section";
import { FigureCards } from "../../../components/overview/figure-cards";
import { noChoices, PeriodFilters } from "../../../components/overview/period-filters";
import { Failed, Loading, Stale } from "../../../components/placeholders";
import { isRequestRefused } from "../../../lib/client";
import { exportOverview, fetchOverview } from "../../../lib/overview/overview-calls";
import { isDay, lastDays } from "../../../lib/overview/period";
import { gatewayByDay, outcomesByDay, rateByDay, volumeByDay } from "../../../lib/overview/sections-of-days";
import {
  byAccount,
  byChallenge,
  byDeclineCode,
  byMethod,
  bySalesChannel,
} from "../../../lib/overview/sections-of-groups";
import { useTexts } from "../../../lib/texts";
import { useAccess } from "../../../lib/use-access";
import { errorTextOf } from "../../../lib/use-payment-action";
import type { UrlState } from "../../../lib/use-url-state";
import { useUrlState } from "../../../lib/use-url-state";

const EVERY_MS = 60_000;
const GROUPS = ["account", "mode", "method", "sales_channel"];
const FILTERS = ["compare", "currency", ...GROUPS];

const OverviewRoute = () => {
  const { t } = useTexts();
  const address = useUrlState();
  const [from, to] = [address.one("from") ?? "", address.one("to") ?? ""];
  const chosen = isDay(from) && isDay(to) ? { from, to } : null;
  const asked = address.pick(FILTERS);
  for (const [name, day] of Object.entries(chosen ?? {})) asked.set(name, day);
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "overview", asked.toString()],
    queryFn: ({ signal }) => fetchOverview(asked, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
    refetchInterval: EVERY_MS,
  });
  const latest = useRef<Overview>();
  if (data) latest.current = data;
  if (isPending) return <Loading />;
  // Such as a period of too many days: another one can be selected.
  if (!data && isRequestRefused(error, 400)) {
    const choices = latest.current ?? noChoices(new Date().toISOString().slice(0, 10));
    return (
      <Container className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-overview-refused">
        <Heading level="h1">{t("overview.title")}</Heading>
        <PeriodFilters {...{ address }} data={choices} days={chosen ?? lastDays(30, choices.today)} />
        <Trouble text={errorTextOf(t, error)} />
      </Container>
    );
  }
  if (!data)
    return (
      <Failed
        title={t("overview.title")}
        text={t("overview.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-overview">
      <Container className="flex flex-col gap-y-3 px-6 py-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <Title data={data} />
          <Export asked={asked} />
        </div>
        <PeriodFilters {...{ address, data, days: chosen ?? data.current }} />
      </Container>
      {isError ? <Stale /> : null}
      {data.days_due > 0 || data.as_of === null ? (
        <Alert variant="info">{t("overview.computing", { number: data.days_due })}</Alert>
      ) : null}
      <Content {...{ data, address }} />
    </div>
  );
};

function Title({ data: { as_of: at } }: { data: Overview }) {
  const { t, moment } = useTexts();
  return (
    <div>
      <Heading level="h1">{t("overview.title")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("overview.subtitle")} {at === null ? null : t("overview.asOf", { moment: moment(at) })}
      </Text>
    </div>
  );
}

function Content({ data, address }: { data: Overview; address: UrlState }) {
  const words = useTexts();
  const { t } = words;
  const { currency, current } = data;
  const isEmpty = current.totals.payments === 0;
  const filters = {
    ...(currency === null ? {} : { currency: [currency] }),
    ...Object.fromEntries(GROUPS.map((name) => [name, address.all(name)])),
  };
  const shown = { data, filters, words };
  if (isEmpty)
    return (
      <>
        <Container className="px-6 py-16 text-center" data-testid="acquiring-overview-empty">
          <Heading level="h2">{t("overview.noPayments")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("overview.emptyText")}
          </Text>
        </Container>
        <ChartSection {...gatewayByDay(shown)} />
      </>
    );
  return (
    <>
      <FigureCards data={data} filters={filters} />
      <ChartSection {...volumeByDay(shown)} />
      <ChartSection {...outcomesByDay(shown)} />
      <ChartSection {...rateByDay(shown)} />
      <ChartSection {...byDeclineCode(shown)} />
      <ChartSection {...byMethod(shown)} />
      {current.accounts.length > 1 ? <ChartSection {...byAccount(shown)} /> : null}
      {current.sales_channels.length > 1 ? <ChartSection {...bySalesChannel(shown)} /> : null}
      <ChartSection {...byChallenge(shown)} />
      <ChartSection {...gatewayByDay(shown)} />
    </>
  );
}

function Export({ asked }: { asked: URLSearchParams }) {
  const { t } = useTexts();
  const may = useAccess();
  if (!may("export")) return null;
  const run = (): void => {
    exportOverview(asked).catch((error: unknown) => toast.error(errorTextOf(t, error)));
  };
  return (
    <Button size="small" variant="secondary" onClick={run} data-testid="acquiring-overview-export">
      {t("payments.export")}
    </Button>
  );
}

export const config = defineRouteConfig({ label: "payments.menu.overview", translationNs: "acquiring", rank: 0 });

export default OverviewRoute;
