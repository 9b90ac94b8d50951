import type { SubscriptionState } from "../../../api-schema/admin";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { ClearFilters } from "../list/clear-filters";
import { FilterMenu } from "../list/filter-menu";

export const SUBSCRIPTION_FILTERS = ["state", "overdue", "customer_id", "variant_id"] as const;

const STATES: Record<SubscriptionState, true> = {
  active: true,
  pending: true,
  cancelling: true,
  cancelled: true,
  ended: true,
  failed: true,
};

export function SubscriptionFilterBar({ address }: { address: UrlState }) {
  const { t } = useTexts();
  const states = Object.keys(STATES).filter((state): state is SubscriptionState => state in STATES);
  const named = (name: "customer_id" | "variant_id") => address.all(name).map((value) => ({ value, label: value }));
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-3" data-testid="acquiring-filters">
      <FilterMenu
        name={t("payments.state")}
        choices={states.map((value) => ({ value, label: t(`subscription.state.${value}`) }))}
        chosen={address.all("state")}
        onChoose={(values) => address.set({ state: values })}
      />
      <FilterMenu
        name={t("payments.only")}
        choices={[{ value: "true", label: t("subscription.overdue") }]}
        chosen={address.all("overdue")}
        onChoose={(values) => address.set({ overdue: values })}
      />
      <FilterMenu
        name={t("subscription.customer")}
        choices={named("customer_id")}
        chosen={address.all("customer_id")}
        onChoose={(values) => address.set({ customer_id: values })}
      />
      <FilterMenu
        name={t("subscription.product")}
        choices={named("variant_id")}
        chosen={address.all("variant_id")}
        onChoose={(values) => address.set({ variant_id: values })}
      />
      <ClearFilters address={address} names={SUBSCRIPTION_FILTERS} />
    </div>
  );
}
