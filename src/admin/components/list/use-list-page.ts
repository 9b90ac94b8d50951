import { useDataTable } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import type { UrlState } from "../../lib/use-url-state";
import { PAGE_SIZE } from "../../lib/use-url-state";
import type { DashboardTexts } from "../../lib/texts";
import { useTexts } from "../../lib/texts";
import { tableState } from "./table-state";
import { useExistingPage } from "./use-existing-page";

interface List<Row, Page> {
  readonly address: UrlState;
  /** In the URL of one record, and of the queries. */
  readonly name: string;
  readonly filters: readonly string[];
  /** The server's default order. */
  readonly usual?: string;
  readonly fetch: (filters: URLSearchParams, signal: AbortSignal) => Promise<Page>;
  readonly rowsOf: (page: Page) => Row[];
  readonly columnsOf: (words: DashboardTexts) => Parameters<typeof useDataTable<Row>>[0]["columns"];
}

export function useListPage<Row extends { readonly id: string }, Page extends { readonly count: number }>(
  list: List<Row, Page>,
) {
  const { address, name, fetch, columnsOf } = list;
  const words = useTexts();
  const navigate = useNavigate();
  const filters = address.pick([...list.filters, "q", "order", "offset"]);
  filters.set("limit", String(PAGE_SIZE));
  const query = useQuery({
    queryKey: ["acquiring", name, filters.toString()],
    queryFn: ({ signal }) => fetch(filters, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
  });
  const { data, isPending, isFetching, refetch, error } = query;
  const rows = data === undefined ? [] : list.rowsOf(data);
  useExistingPage(address, query, rows.length);
  const columns = useMemo(() => columnsOf(words), [columnsOf, words]);
  const instance = useDataTable<Row>({
    data: rows,
    columns,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    autoResetPageIndex: false,
    onRowClick: (_event, row) => void navigate(`/acquiring/${name}/${encodeURIComponent(row.id)}`),
    ...tableState(address, list.usual),
  });
  return {
    instance,
    count: data?.count ?? 0,
    isFiltered: [...list.filters, "q"].some((filter) => address.one(filter) !== null),
    /** Shown instead of the list; null when there is a list. */
    failure: !isPending && data === undefined ? { error, onRetry: () => void refetch(), isBusy: isFetching } : null,
  };
}
