import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container } from "@medusajs/ui";
import { SearchBox } from "../../../components/list/search-box";
import { TableFrame } from "../../../components/list/table-frame";
import { useListPage } from "../../../components/list/use-list-page";
import { Failed } from "../../../components/placeholders";
import { subscriptionColumns } from "../../../components/subscriptions/subscription-columns";
import { SUBSCRIPTION_FILTERS, SubscriptionFilterBar } from "../../../components/subscriptions/subscription-filters";
import type { SubscriptionPage } from "../../../../api-schema/admin";
import { fetchSubscriptions } from "../../../lib/subscriptions/subscription-calls";
import { useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

const SubscriptionsPage = () => {
  const address = useUrlState();
  const { t } = useTexts();
  const { instance, count, isFiltered, failure } = useListPage({
    ...{ address, name: "subscriptions", filters: SUBSCRIPTION_FILTERS },
    ...{ fetch: fetchSubscriptions, rowsOf, columnsOf: subscriptionColumns },
  });
  if (failure) return <Failed {...failure} />;
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-subscriptions">
      <TableFrame
        instance={instance}
        title={t("subscription.title")}
        subtitle={t("subscription.subtitle")}
        countedTo={10_000}
        count={count}
        empty={{
          heading: t(isFiltered ? "subscription.noMatch" : "subscription.none"),
          description: t(isFiltered ? "subscription.noMatchText" : "subscription.noneText"),
        }}
        filters={<SubscriptionFilterBar address={address} />}
        buttons={<SearchBox address={address} hint="subscription.search" label="subscription.searchLabel" />}
      />
    </Container>
  );
};

const rowsOf = ({ subscriptions }: SubscriptionPage) => subscriptions;

export const config = defineRouteConfig({ label: "payments.menu.subscriptions", translationNs: "acquiring", rank: 5 });

export default SubscriptionsPage;
