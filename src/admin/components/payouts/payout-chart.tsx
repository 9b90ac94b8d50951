import { Table, Text } from "@medusajs/ui";
import type { PayoutTotals } from "../../../api-schema/admin";
import { isPositive } from "../../lib/amounts";
import { dayOf } from "../../lib/days";
import { dayBars, everyDay, largestOf } from "../../lib/payouts/payout-view";
import { formatDay } from "../../lib/subscriptions/subscription-view";
import { useTexts } from "../../lib/texts";

const WIDTH = 960;
const HEIGHT = 120;

type Of = PayoutTotals["currencies"][number];

export function PayoutChart({ of, days: number }: { of: Of; days: number }) {
  const { t, money, locale } = useTexts();
  const days = everyDay(of.days, number, dayOf(new Date().toISOString()));
  const most = largestOf(days);
  if (!isPositive(most))
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("payout.totals.none")}
      </Text>
    );
  const summary = t("payout.totals.summary", {
    paid: money(of.paid, of.currency),
    onItsWay: money(of.on_its_way, of.currency),
  });
  const bars = dayBars(days, WIDTH, HEIGHT);
  return (
    <div className="flex flex-col gap-y-2" data-testid="acquiring-payout-chart">
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("payout.totals.highest", { amount: money(most, of.currency) })}
      </Text>
      <svg
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        role="img"
        aria-label={summary}
        className="h-28 w-full"
        preserveAspectRatio="none"
      >
        {bars.map(({ day, x, width, paid, onItsWay }) => (
          <g key={day.day} fill="currentColor">
            <rect x={x} y={HEIGHT - paid} width={width} height={paid} className="text-ui-tag-green-icon" />
            <rect
              x={x}
              y={HEIGHT - paid - onItsWay}
              width={width}
              height={onItsWay}
              className="text-ui-tag-blue-icon"
            />
          </g>
        ))}
      </svg>
      <div className="txt-compact-xsmall text-ui-fg-subtle flex justify-between border-t pt-1">
        <span>{formatDay(days[0]?.day ?? "", locale)}</span>
        <span>{formatDay(days.at(-1)?.day ?? "", locale)}</span>
      </div>
      <AsTable of={of} />
    </div>
  );
}

function AsTable({ of }: { of: Of }) {
  const { t, money, locale } = useTexts();
  return (
    <details>
      <summary className="txt-compact-small cursor-pointer">{t("payout.totals.asTable")}</summary>
      <div className="mt-2 max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={t("payout.totals.asTable")}>
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("payout.totals.day")}</Table.HeaderCell>
              <Table.HeaderCell className="text-right">{t("payout.totals.paid")}</Table.HeaderCell>
              <Table.HeaderCell className="text-right">{t("payout.totals.inTransit")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {of.days.map(({ day, paid, on_its_way: way }) => (
              <Table.Row key={day}>
                <Table.Cell>{formatDay(day, locale)}</Table.Cell>
                <Table.Cell className="text-right">{money(paid, of.currency)}</Table.Cell>
                <Table.Cell className="text-right">{money(way, of.currency)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </details>
  );
}
