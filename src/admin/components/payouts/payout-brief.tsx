import { Container, Heading, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import type { PayoutRow } from "../../../api-schema/admin";
import { fetchPayouts } from "../../lib/payouts/payout-calls";
import { short } from "../../lib/view";
import type { TextKey } from "../../lib/texts";
import { useTexts } from "../../lib/texts";
import { PayeeName } from "./payee";
import { PayoutBadge } from "./payout-badge";
import { useSetup } from "./use-setup";

/** A page's payouts, and a link to a new one. Hidden where payouts are off or the reader may not see them. */
const SHOWN = 5;

interface Props {
  /** What they belong to, as filters of the list. */
  readonly of: { readonly order_id: string } | { readonly customer_id: string };
  /** Further values of a new one. */
  readonly known?: Readonly<Record<string, string>>;
  readonly title: TextKey;
  readonly add: TextKey;
  readonly testId: string;
}

export function PayoutBrief({ of, known, title, add, testId }: Props) {
  const { t } = useTexts();
  const isReady = useSetup().data?.ready ?? false;
  const belongs = new URLSearchParams({ ...of });
  const fresh = new URLSearchParams({ ...of, ...known });
  const filters = new URLSearchParams({ ...of, limit: String(SHOWN) });
  const { data } = useQuery({
    queryKey: ["acquiring", "payouts", filters.toString()],
    queryFn: ({ signal }) => fetchPayouts(filters, signal),
    enabled: isReady,
    ...ALWAYS_CURRENT,
  });
  if (!data) return null;
  const link = "txt-compact-small text-ui-fg-base underline";
  return (
    <Container className="divide-y p-0" data-testid={testId}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <Heading level="h2">{t(title)}</Heading>
        <Link to={`/acquiring/payouts/new?${fresh.toString()}`} className={link} data-testid={`${testId}-add`}>
          {t(add)}
        </Link>
      </div>
      {data.payouts.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("payout.widget.none")}
        </Text>
      ) : null}
      {data.payouts.map((row) => (
        <Line key={row.id} row={row} />
      ))}
      {data.count > SHOWN ? (
        <div className="px-6 py-3">
          <Link to={`/acquiring/payouts?${belongs.toString()}`} className={link}>
            {t("payout.widget.all", { number: data.count })}
          </Link>
        </div>
      ) : null}
    </Container>
  );
}

function Line({ row }: { row: PayoutRow }) {
  const { money } = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <div className="min-w-0">
        <Link
          to={`/acquiring/payouts/${row.id}`}
          className="txt-compact-small text-ui-fg-base underline [overflow-wrap:anywhere]"
        >
          {money(row.amount, row.currency)} · <bdi>{short(row.reference)}</bdi>
        </Link>
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          <PayeeName beneficiary={row.beneficiary} />
        </Text>
      </div>
      <PayoutBadge row={row} />
    </div>
  );
}
