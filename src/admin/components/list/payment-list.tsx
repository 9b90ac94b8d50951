import { Button, Container, toast, useDataTable } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import { exportPayments, fetchPayments } from "../../lib/calls";
import { useAccess } from "../../lib/use-access";
import type { UrlState } from "../../lib/use-url-state";
import { PAGE_SIZE, useOpen } from "../../lib/use-url-state";
import { errorTextOf } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { Failed } from "../placeholders";
import { paymentColumns } from "./payment-columns";
import { PAYMENT_FILTERS, PaymentFilterBar } from "./payment-filters";
import { SearchBox } from "./search-box";
import { tableState } from "./table-state";
import { TableFrame } from "./table-frame";
import { useExistingPage } from "./use-existing-page";
import type { useSelection } from "./use-selection";

interface Props {
  readonly address: UrlState;
  readonly selection: ReturnType<typeof useSelection>;
  readonly page: ReturnType<typeof usePayments>;
  readonly onCapture: () => void;
  readonly onEarlier: () => void;
  readonly onRequest: () => void;
}

export function usePayments(address: UrlState) {
  const filters = address.pick([...PAYMENT_FILTERS, "q", "order", "offset"]);
  filters.set("limit", String(PAGE_SIZE));
  const page = useQuery({
    queryKey: ["acquiring", "payments", filters.toString()],
    queryFn: ({ signal }) => fetchPayments(filters, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
  });
  useExistingPage(address, page, page.data?.payments.length ?? 0);
  return page;
}

export function PaymentList({ address, selection, page, onCapture, onEarlier, onRequest }: Props) {
  const words = useTexts();
  const { t } = words;
  const may = useAccess();
  const mayCapture = may("capture");
  const { data, isPending, isError, isFetching, refetch, error } = page;
  const open = useOpen(address);
  const columns = useMemo(() => paymentColumns(words, open, mayCapture), [words, open, mayCapture]);
  const instance = useDataTable({
    data: data?.payments ?? [],
    columns,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    autoResetPageIndex: false,
    onRowClick: (_event, row) => open(row.id),
    rowSelection: {
      state: selection.state,
      onRowSelectionChange: selection.choose,
      enableRowSelection: ({ original }) => original.capture !== null && !original.held,
    },
    commands: mayCapture ? [{ label: t("action.capture"), shortcut: "c", action: onCapture }] : [],
    ...tableState(address),
  });
  if (isError && !data)
    return <Failed title={t("payments.title")} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const isFiltered = [...PAYMENT_FILTERS, "q"].some((name) => address.one(name) !== null);
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-payments">
      <TableFrame
        instance={instance}
        title={t("payments.title")}
        subtitle={t("payments.subtitle")}
        countedTo={10_000}
        count={data?.count ?? 0}
        empty={{
          heading: t(isFiltered ? "payments.noMatch" : "payments.none"),
          description: t(isFiltered ? "payments.noMatchText" : "payments.noneText"),
        }}
        filters={<PaymentFilterBar address={address} seen={data?.seen} />}
        buttons={
          <>
            <SearchBox address={address} />
            {mayCapture ? (
              <>
                <Button
                  size="small"
                  variant="secondary"
                  isLoading={selection.isGathering}
                  onClick={() => void selection.gather(address.pick([...PAYMENT_FILTERS, "q", "order"]))}
                  data-testid="acquiring-select-all"
                >
                  {t("payments.selectAll")}
                </Button>
                <Button size="small" variant="secondary" onClick={onEarlier}>
                  {t("payments.bulk.earlier")}
                </Button>
              </>
            ) : null}
            {may("collect") ? (
              <Button size="small" variant="secondary" onClick={onRequest} data-testid="acquiring-request">
                {t("link.request")}
              </Button>
            ) : null}
            {may("export") ? <Export address={address} /> : null}
          </>
        }
      />
    </Container>
  );
}

function Export({ address }: { address: UrlState }) {
  const { t } = useTexts();
  const run = (): void => {
    const waiting = toast.loading(t("payments.exporting"));
    exportPayments(address.pick([...PAYMENT_FILTERS, "q", "order"]))
      .catch((error: unknown) => toast.error(errorTextOf(t, error)))
      .finally(() => toast.dismiss(waiting));
  };
  return (
    <Button size="small" variant="secondary" onClick={run} data-testid="acquiring-export">
      {t("payments.export")}
    </Button>
  );
}
