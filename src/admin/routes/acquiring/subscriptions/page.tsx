import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, useDataTable } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { SearchBox } from "../../../components/list/search-box";
import { TableFrame } from "../../../components/list/table-frame";
import { tableState } from "../../../components/list/table-state";
import { Failed } from "../../../components/placeholders";
import { subscriptionColumns } from "../../../components/subscriptions/subscription-columns";
import { FILTERS, SubscriptionFilters } from "../../../components/subscriptions/subscription-filters";
import { fetchSubscriptions } from "../../../lib/subscription-calls";
import { PAGE_SIZE, useAddress } from "../../../lib/use-address";
import { useWords } from "../../../lib/words";

/** All subscriptions: filter, search, sort, and open one. Its filters stand in the address. */
const SubscriptionsPage = () => {
  const address = useAddress();
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const filters = address.pick([...FILTERS, "q", "order", "offset"]);
  filters.set("limit", String(PAGE_SIZE));
  const { data, isPending, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "subscriptions", filters.toString()],
    queryFn: ({ signal }) => fetchSubscriptions(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const columns = useMemo(() => subscriptionColumns(words), [words]);
  const instance = useDataTable({
    data: data?.subscriptions ?? [],
    columns,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    autoResetPageIndex: false,
    onRowClick: (_event, row) => void navigate(`/acquiring/subscriptions/${row.id}`),
    ...tableState(address),
  });
  if (!isPending && !data) return <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const isFiltered = [...FILTERS, "q"].some((name) => address.one(name) !== null);
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-subscriptions">
      <TableFrame
        instance={instance}
        title={say("subscription.title")}
        subtitle={say("subscription.subtitle")}
        countedTo={10_000}
        count={data?.count ?? 0}
        empty={{
          heading: say(isFiltered ? "subscription.noMatch" : "subscription.none"),
          description: say(isFiltered ? "subscription.noMatchText" : "subscription.noneText"),
        }}
        filters={<SubscriptionFilters address={address} />}
        buttons={<SearchBox address={address} hint="subscription.search" label="subscription.searchLabel" />}
      />
    </Container>
  );
};

export const config = defineRouteConfig({ label: "list.menu.subscriptions", translationNs: "acquiring", rank: 3 });

export default SubscriptionsPage;
