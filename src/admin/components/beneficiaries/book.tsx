import { Button, Container, useDataTable } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { fetchBeneficiaries } from "../../lib/beneficiary-calls";
import { useAccess } from "../../lib/use-access";
import type { Address } from "../../lib/use-address";
import { PAGE_SIZE } from "../../lib/use-address";
import { useWords } from "../../lib/words";
import { SearchBox } from "../list/search-box";
import { TableFrame } from "../list/table-frame";
import { tableState } from "../list/table-state";
import { Failed } from "../placeholders";
import { beneficiaryColumns } from "./beneficiary-columns";
import { BeneficiaryFilters, FILTERS } from "./beneficiary-filters";

interface Props {
  readonly address: Address;
  readonly onAdd: () => void;
}

/** Everybody who may be paid: filter, search, sort, and open one. */
export function Book({ address, onAdd }: Props) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const may = useAccess();
  const filters = address.pick([...FILTERS, "q", "order", "offset"]);
  filters.set("limit", String(PAGE_SIZE));
  const { data, isPending, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "beneficiaries", filters.toString()],
    queryFn: ({ signal }) => fetchBeneficiaries(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const columns = useMemo(() => beneficiaryColumns(words), [words]);
  const instance = useDataTable({
    data: data?.beneficiaries ?? [],
    columns,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    autoResetPageIndex: false,
    onRowClick: (_event, row) => void navigate(`/acquiring/beneficiaries/${row.id}`),
    ...tableState(address, "name"),
  });
  if (!isPending && !data)
    return <Failed title={say("beneficiary.title")} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const isFiltered = [...FILTERS, "q"].some((name) => address.one(name) !== null);
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-beneficiaries">
      <TableFrame
        instance={instance}
        title={say("beneficiary.title")}
        subtitle={say("beneficiary.subtitle")}
        countedTo={10_000}
        count={data?.count ?? 0}
        empty={{
          heading: say(isFiltered ? "beneficiary.noMatch" : "beneficiary.none"),
          description: say(isFiltered ? "beneficiary.noMatchText" : "beneficiary.noneText"),
        }}
        filters={<BeneficiaryFilters address={address} />}
        buttons={
          <>
            <SearchBox address={address} hint="beneficiary.search" label="beneficiary.searchLabel" />
            {may("payout") ? (
              <Button size="small" onClick={onAdd} data-testid="acquiring-add-beneficiary">
                {say("beneficiary.add")}
              </Button>
            ) : null}
          </>
        }
      />
    </Container>
  );
}
