import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { Container, Heading, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { SubscriptionBadge } from "../components/subscriptions/subscription-badge";
import { fetchSubscriptions } from "../lib/subscriptions/subscription-calls";
import { formatDay, rhythmText } from "../lib/subscriptions/subscription-view";
import { short } from "../lib/view";
import { useTexts } from "../lib/texts";

/** On the customer page: subscriptions. Hidden without a subscription and for readers who may not see them. */
const SHOWN = 5;

const CustomerSubscriptionsWidget = ({ data: customer }: DetailWidgetProps<HttpTypes.AdminCustomer>) => {
  const words = useTexts();
  const { t, locale } = words;
  const filters = new URLSearchParams({ customer_id: customer.id, limit: String(SHOWN) });
  const { data } = useQuery({
    queryKey: ["acquiring", "subscriptions", filters.toString()],
    queryFn: ({ signal }) => fetchSubscriptions(filters, signal),
    ...ALWAYS_CURRENT,
  });
  if (!data || data.subscriptions.length === 0) return null;
  return (
    <Container className="divide-y p-0" data-testid="acquiring-customer-subscriptions">
      <div className="flex items-center justify-between gap-3 px-6 py-4">
        <Heading level="h2">{t("subscription.title")}</Heading>
        {data.count > SHOWN ? (
          <Link
            to={`/acquiring/subscriptions?customer_id=${encodeURIComponent(customer.id)}`}
            className="txt-compact-small text-ui-fg-base underline"
          >
            {t("subscription.all", { number: data.count })}
          </Link>
        ) : null}
      </div>
      {data.subscriptions.map((row) => (
        <div key={row.id} className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
          <div className="min-w-0">
            <Link
              to={`/acquiring/subscriptions/${row.id}`}
              className="txt-compact-small text-ui-fg-base underline [overflow-wrap:anywhere]"
            >
              <bdi>{short(row.name)}</bdi>
            </Link>
            <Text size="xsmall" className="text-ui-fg-subtle">
              {rhythmText(words, row)}
              {row.next_charge_on === null
                ? null
                : ` · ${t("subscription.next")}: ${formatDay(row.next_charge_on, locale)}`}
            </Text>
          </div>
          <SubscriptionBadge row={row} />
        </div>
      ))}
    </Container>
  );
};

export const config = defineWidgetConfig({ zone: "customer.details.after" });

export default CustomerSubscriptionsWidget;
