import { Button, Container, useDataTable } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import type { PayoutSetup } from "../../../api-schema/admin";
import { fetchPayouts } from "../../lib/payouts/payout-calls";
import type { View } from "../../lib/payouts/payout-view";
import { isLeaving, isSelectable, viewOf } from "../../lib/payouts/payout-view";
import type { UrlState } from "../../lib/use-url-state";
import { PAGE_SIZE } from "../../lib/use-url-state";
import { DASHBOARD_POLL_MS } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { SearchBox } from "../list/search-box";
import { TableFrame } from "../list/table-frame";
import { tableState } from "../list/table-state";
import { useExistingPage } from "../list/use-existing-page";
import { Failed } from "../placeholders";
import { BulkDrawer } from "./drawers/bulk-drawer";
import { payoutColumns } from "./payout-columns";
import { PAYOUT_FILTERS, PayoutFilterBar } from "./payout-filters";
import { PayoutViews } from "./payout-views";
import { usePayoutSelection } from "./use-payout-selection";

const ASKED = [...PAYOUT_FILTERS, "q", "order"];
const NONE = {
  all: ["payout.none", "payout.noneText"],
  drafts: ["payout.noDrafts", "payout.noDraftsText"],
  toApprove: ["payout.noneToApprove", "payout.noneToApproveText"],
} as const satisfies Record<View, readonly [string, string]>;

interface Props {
  readonly address: UrlState;
  readonly setup: PayoutSetup;
  readonly buttons: ReactNode;
}

export function PayoutListTable({ address, setup, buttons }: Props) {
  const words = useTexts();
  const { t } = words;
  const navigate = useNavigate();
  const view = viewOf(address);
  const [isActing, setActing] = useState(false);
  const [shown, setShown] = useState(view);
  // An open dialog belongs to its view and does not reappear in another, nor on return.
  if (shown !== view) {
    setShown(view);
    setActing(false);
  }
  const filters = address.pick([...ASKED, "offset"]);
  filters.set("limit", String(PAGE_SIZE));
  const query = useQuery({
    queryKey: ["acquiring", "payouts", filters.toString()],
    queryFn: ({ signal }) => fetchPayouts(filters, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) =>
      state.data?.payouts.some(({ state: one }) => isLeaving(one)) ? DASHBOARD_POLL_MS : false,
  });
  const { data, isPending, isFetching, refetch, error } = query;
  const rows = data?.payouts ?? [];
  useExistingPage(address, query, rows.length);
  const selection = usePayoutSelection(rows, view);
  const canSelect = view !== "all";
  const columns = useMemo(() => payoutColumns(words, canSelect), [words, canSelect]);
  const act = view === "drafts" ? "submit" : "approve";
  const instance = useDataTable({
    data: rows,
    columns,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    autoResetPageIndex: false,
    onRowClick: (_event, row) => void navigate(`/acquiring/payouts/${row.id}`),
    rowSelection: {
      state: selection.state,
      onRowSelectionChange: selection.choose,
      enableRowSelection: ({ original }) => isSelectable(view, original),
    },
    commands: canSelect
      ? [{ label: t(`payout.${act}`), shortcut: act === "submit" ? "s" : "a", action: () => setActing(true) }]
      : [],
    ...tableState(address),
  });
  if (!isPending && !data)
    return (
      <Failed
        title={t("payout.title")}
        text={t("payout.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  const isFiltered =
    address.pick([
      "q",
      ...PAYOUT_FILTERS.filter((name) => name !== "approvable" && (canSelect ? name !== "state" : true)),
    ]).size > 0;
  const [heading, description] = isFiltered ? (["payout.noMatch", "payout.noMatchText"] as const) : NONE[view];
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-payouts">
      <TableFrame
        instance={instance}
        title={t("payout.title")}
        subtitle={t("payout.subtitle")}
        countedTo={10_000}
        count={data?.count ?? 0}
        empty={{ heading: t(heading), description: t(description) }}
        filters={
          <>
            <PayoutViews address={address} mayApprove={setup.may_approve} />
            <PayoutFilterBar {...{ address, view }} currencies={setup.limits.map(({ currency }) => currency)} />
          </>
        }
        buttons={
          <>
            <SearchBox address={address} hint="payout.search" label="payout.searchLabel" />
            {canSelect && (data?.count ?? 0) > 0 ? (
              <Button
                size="small"
                variant="secondary"
                isLoading={selection.isGathering}
                onClick={() => void selection.gather(address.pick(ASKED))}
                data-testid="acquiring-select-all"
              >
                {t("payout.bulk.selectAll")}
              </Button>
            ) : null}
            {buttons}
          </>
        }
      />
      {isActing && selection.rows.length > 0 ? (
        <BulkDrawer
          act={act}
          payouts={selection.rows}
          onClose={() => {
            setActing(false);
            selection.clear();
          }}
        />
      ) : null}
    </Container>
  );
}
