import { Heading, StatusBadge, Text } from "@medusajs/ui";
import type { CustomerHistoryView } from "../../../api-schema/admin";
import { displayName, shownState } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { StateBadge } from "../state-badge";

const COLOR: Record<keyof CustomerHistoryView["counts"], "green" | "red" | "orange" | "grey"> = {
  paid: "green",
  declined: "red",
  refunded: "orange",
  disputed: "red",
  held: "orange",
  other: "grey",
};
const COUNTS = ["paid", "declined", "refunded", "disputed", "held", "other"] as const;

export function CustomerHistoryPanel({ customer }: { customer: CustomerHistoryView }) {
  const { t, money, moment } = useTexts();
  const isFresh = COUNTS.every((kind) => customer.counts[kind] === 0);
  return (
    <section className="flex flex-col gap-y-3 px-6 pb-4" data-testid="acquiring-customer">
      <Heading level="h3">{t("reviews.customer.title")}</Heading>
      {isFresh ? <Text size="small">{t("reviews.customer.fresh")}</Text> : null}
      <ul className="flex flex-wrap gap-2">
        {COUNTS.filter((kind) => customer.counts[kind] > 0).map((kind) => (
          <li key={kind}>
            <StatusBadge color={COLOR[kind]}>
              {t(`reviews.customer.counts.${kind}`)}: {customer.counts[kind]}
            </StatusBadge>
          </li>
        ))}
      </ul>
      {customer.first_seen === null ? null : (
        <Text size="small">{t("reviews.customer.first", { moment: moment(customer.first_seen) })}</Text>
      )}
      {customer.captured.map(({ currency, amount }) => (
        <Text key={currency} size="small">
          {t("reviews.customer.captured", { amount: money(amount, currency) })}
        </Text>
      ))}
      {customer.latest.length === 0 ? null : (
        <>
          <Text size="small" weight="plus">
            {t("reviews.customer.latest")}
          </Text>
          <ul className="divide-y">
            {customer.latest.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <Text size="small">
                  <bdi>{displayName(row)}</bdi> · {money(row.amounts.requested, row.currency)}
                </Text>
                <span className="flex items-center gap-x-2">
                  <Text size="xsmall" className="text-ui-fg-subtle">
                    {moment(row.created_at)}
                  </Text>
                  <StateBadge state={shownState(row)} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
