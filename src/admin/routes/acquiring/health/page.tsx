import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Button, Container, Heading, Text } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import { AccountPanel } from "../../../components/health/account-panel";
import { Configuration } from "../../../components/health/configuration";
import { Reconciliations } from "../../../components/health/reconciliations";
import { FilterMenu } from "../../../components/list/filter-menu";
import { Failed, Loading, Stale } from "../../../components/placeholders";
import { fetchHealth } from "../../../lib/calls";
import { useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

const EVERY_MS = 30_000;

const HealthPage = () => {
  const { t, moment } = useTexts();
  const address = useUrlState();
  const filters = address.pick(["account"]);
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "health", filters.toString()],
    queryFn: ({ signal }) => fetchHealth(filters, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
    refetchInterval: EVERY_MS,
  });
  if (isPending) return <Loading />;
  if (!data)
    return <Failed title={t("health.title")} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const chosen = address.all("account");
  const names = [...new Set([...chosen, ...data.accounts.map(({ account }) => account)])].sort();
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-health">
      <Container className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
        <div>
          <Heading level="h1">{t("health.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("health.subtitle")} {t("health.asOf", { moment: moment(data.at), version: data.version })}
          </Text>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {names.length < 2 && chosen.length === 0 ? null : (
            <FilterMenu
              name={t("payments.account")}
              choices={names.map((name) => ({ value: name, label: name }))}
              chosen={chosen}
              onChoose={(values) => address.set({ account: values.slice(-1) })}
            />
          )}
          <Button size="small" variant="secondary" isLoading={isFetching} onClick={() => void refetch()}>
            {t("health.refresh")}
          </Button>
        </div>
      </Container>
      {isError ? <Stale /> : null}
      {data.accounts.length === 0 ? (
        <Container className="px-6 py-16 text-center">
          <Text size="small">{t("health.none")}</Text>
        </Container>
      ) : null}
      {data.accounts.map((account) => (
        <AccountPanel key={account.account} account={account} />
      ))}
      <Reconciliations runs={data.reconciliations} />
      <Configuration options={data.configuration} />
    </div>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.health", translationNs: "acquiring", rank: 3 });

export default HealthPage;
