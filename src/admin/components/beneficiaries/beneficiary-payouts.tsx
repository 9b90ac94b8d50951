import { Container, Heading, Skeleton, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import type { PayoutRow } from "../../../api-schema/admin";
import { fetchPayouts } from "../../lib/payouts/payout-calls";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { PayoutBadge } from "../payouts/payout-badge";

const SHOWN = 10;

export function BeneficiaryPayouts({ id }: { id: string }) {
  const { t } = useTexts();
  const filters = new URLSearchParams({ beneficiary_id: id, limit: String(SHOWN) });
  const { data, isError, isPending } = useQuery({
    queryKey: ["acquiring", "payouts", filters.toString()],
    queryFn: ({ signal }) => fetchPayouts(filters, signal),
    ...ALWAYS_CURRENT,
  });
  return (
    <Container className="divide-y p-0" data-testid="acquiring-beneficiary-payouts">
      <div className="flex items-center justify-between gap-3 px-6 py-4">
        <Heading level="h2">{t("beneficiary.payouts")}</Heading>
        {data !== undefined && data.count > SHOWN ? (
          <Link
            to={`/acquiring/payouts?beneficiary_id=${encodeURIComponent(id)}`}
            className="txt-compact-small text-ui-fg-base underline"
          >
            {t("beneficiary.allPayouts", { number: data.count })}
          </Link>
        ) : null}
      </div>
      {isPending ? (
        <div aria-busy="true" aria-label={t("payment.loading")} role="status" className="px-6 py-4">
          <Skeleton className="h-16 w-full" />
        </div>
      ) : null}
      {isError ? (
        <Text size="small" role="alert" className="px-6 py-4">
          {t("payout.failed")}
        </Text>
      ) : null}
      {data?.payouts.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("beneficiary.noPayouts")}
        </Text>
      ) : null}
      {data?.payouts.map((row) => (
        <Line key={row.id} row={row} />
      ))}
    </Container>
  );
}

function Line({ row }: { row: PayoutRow }) {
  const { t, money, moment } = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <div className="min-w-0">
        <Link
          to={`/acquiring/payouts/${row.id}`}
          aria-label={`${t("payoutForm.open")}: ${money(row.amount, row.currency)}, ${short(row.reference)}`}
          className="txt-compact-small text-ui-fg-base underline"
        >
          {money(row.amount, row.currency)}
        </Link>
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          <bdi>{short(row.reference)}</bdi> · <time dateTime={row.created_at}>{moment(row.created_at)}</time>
        </Text>
      </div>
      <PayoutBadge row={row} />
    </div>
  );
}
