import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, toast, useDataTable } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import type { ReviewRow, ReviewDecisions } from "../../../../api-schema/admin";
import type { ReviewablePayment } from "../../../components/actions/review-decision-drawer";
import { ReviewDecisionDrawer } from "../../../components/actions/review-decision-drawer";
import { TableFrame } from "../../../components/list/table-frame";
import { tableState } from "../../../components/list/table-state";
import { useExistingPage } from "../../../components/list/use-existing-page";
import { Failed } from "../../../components/placeholders";
import { reviewColumns } from "../../../components/review/review-columns";
import { ReviewDrawer } from "../../../components/review/review-drawer";
import { fetchReviews } from "../../../lib/calls";
import { useAccess } from "../../../lib/use-access";
import { PAGE_SIZE, useUrlState, useOpen } from "../../../lib/use-url-state";
import { displayName } from "../../../lib/view";
import { useTexts } from "../../../lib/texts";

/** The limit of one request. */
const MOST = 100;

const ReviewsPage = () => {
  const address = useUrlState();
  const words = useTexts();
  const { t, money } = words;
  const may = useAccess();
  const mayReview = may("review");
  const open = useOpen(address);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReviewablePayment>>(new Map());
  const [action, setAction] = useState<ReviewDecisions["action"] | null>(null);
  const page = address.pick(["offset"]);
  page.set("limit", String(PAGE_SIZE));
  const query = useQuery({
    queryKey: ["acquiring", "reviews", page.toString()],
    queryFn: ({ signal }) => fetchReviews(page, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
  });
  const { data, isPending, isFetching, refetch, error } = query;
  const rows = data?.reviews ?? [];
  useExistingPage(address, query, rows.length);
  const judged = (row: ReviewRow): ReviewablePayment => ({
    id: row.id,
    name: displayName(row),
    amount: money(row.amounts.requested, row.currency),
  });
  const choose = (state: Readonly<Record<string, boolean>>): void => {
    const known = new Map([...chosen, ...rows.map((row): [string, ReviewablePayment] => [row.id, judged(row)])]);
    const ids = Object.keys(state).filter((id) => state[id] === true);
    if (ids.length > MOST) toast.warning(t("reviews.tooMany", { number: MOST }));
    setChosen(
      new Map(
        ids.slice(0, MOST).flatMap((id) => {
          const one = known.get(id);
          return one ? [[id, one] as const] : [];
        }),
      ),
    );
  };
  const columns = useMemo(() => reviewColumns(words, open, mayReview), [words, open, mayReview]);
  const { pagination } = tableState(address);
  const instance = useDataTable<ReviewRow>({
    data: rows,
    columns,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    autoResetPageIndex: false,
    onRowClick: (_event, row) => open(row.id),
    rowSelection: {
      state: Object.fromEntries([...chosen.keys()].map((id) => [id, true])),
      onRowSelectionChange: choose,
      enableRowSelection: true,
    },
    commands: mayReview
      ? [
          { label: t("action.approve"), shortcut: "a", action: () => setAction("approve") },
          { label: t("action.reject"), shortcut: "r", action: () => setAction("reject") },
        ]
      : [],
    pagination,
  });
  const payment = address.one("payment");
  if (!isPending && !data)
    return <Failed title={t("reviews.title")} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-reviews">
      <TableFrame
        instance={instance}
        title={t("reviews.title")}
        subtitle={t("reviews.subtitle")}
        count={data?.count ?? 0}
        empty={{ heading: t("reviews.none"), description: t("reviews.noneText") }}
      />
      {payment === null ? null : <ReviewDrawer id={payment} onClose={() => address.set({ payment: null })} />}
      {action === null ? null : (
        <ReviewDecisionDrawer
          payments={[...chosen.values()]}
          action={action}
          onClose={() => {
            setAction(null);
            setChosen(new Map());
          }}
        />
      )}
    </Container>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.reviews", translationNs: "acquiring", rank: 1 });

export default ReviewsPage;
