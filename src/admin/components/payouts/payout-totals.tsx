import { Button, Container, Heading, Select, Text } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import type { PayoutTotals as Totals } from "../../../api-schema/admin";
import { fetchPayoutTotals } from "../../lib/payouts/payout-calls";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { Failed, Loading } from "../placeholders";
import { PayoutChart } from "./payout-chart";

/** Paid and planned amounts per currency and day. Amounts of different currencies are never added up. */
const PERIODS = [7, 30, 90, 365];
const USUAL = 30;

export function PayoutTotalsBar({ address }: { address: UrlState }) {
  const { t } = useTexts();
  const asked = Number(address.one("days"));
  const days = PERIODS.includes(asked) ? asked : USUAL;
  const period = new URLSearchParams({ days: String(days), offset_minutes: String(-new Date().getTimezoneOffset()) });
  const { data, isPending, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "payout-totals", period.toString()],
    queryFn: ({ signal }) => fetchPayoutTotals(period, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
  });
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed
        title={t("payout.totals.title")}
        text={t("payout.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  const shown = data.currencies.find(({ currency }) => currency === address.one("chart")) ?? data.currencies[0];
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-payout-totals">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading level="h2">{t("payout.totals.title")}</Heading>
        <div className="flex flex-wrap items-center gap-2">
          {data.currencies.length < 2
            ? null
            : data.currencies.map(({ currency }) => (
                <Button
                  key={currency}
                  size="small"
                  variant={currency === shown?.currency ? "primary" : "secondary"}
                  aria-pressed={currency === shown?.currency}
                  onClick={() => address.set({ chart: currency })}
                >
                  {currency}
                </Button>
              ))}
          <Period days={days} onChoose={(value) => address.set({ days: value === String(USUAL) ? null : value })} />
        </div>
      </div>
      {shown === undefined ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t("payout.totals.none")}
        </Text>
      ) : (
        <>
          <Amounts of={shown} />
          <PayoutChart of={shown} days={days} />
        </>
      )}
    </Container>
  );
}

function Period({ days, onChoose }: { days: number; onChoose: (value: string) => void }) {
  const { t } = useTexts();
  return (
    <Select size="small" value={String(days)} onValueChange={onChoose}>
      <Select.Trigger aria-label={t("payout.totals.period")} className="w-40">
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {PERIODS.map((number) => (
          <Select.Item key={number} value={String(number)}>
            {t("payments.lastDays", { number })}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  );
}

function Amounts({ of }: { of: Totals["currencies"][number] }) {
  const { t, money } = useTexts();
  const amounts = [
    { name: t("payout.totals.paid"), amount: of.paid, color: "bg-ui-tag-green-icon", id: "paid" },
    { name: t("payout.totals.inTransit"), amount: of.on_its_way, color: "bg-ui-tag-blue-icon", id: "way" },
    { name: t("payout.totals.waiting"), amount: of.waiting_for_approval, color: null, id: "waiting" },
    { name: t("payout.totals.failed"), amount: of.failed, color: null, id: "failed" },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
      {amounts.map(({ name, amount, color, id }) => (
        <div key={id}>
          <dt className="text-ui-fg-subtle txt-compact-xsmall flex items-center gap-x-1.5">
            {color === null ? null : <span aria-hidden="true" className={`size-2 rounded-full ${color}`} />}
            {name}
          </dt>
          <dd className="txt-compact-medium-plus" data-testid={`acquiring-total-${id}`}>
            {money(amount, of.currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
