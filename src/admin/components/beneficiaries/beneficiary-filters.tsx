import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { ClearFilters } from "../list/clear-filters";
import { FilterMenu } from "../list/filter-menu";

export const BENEFICIARY_FILTERS = ["blocked", "customer_id"] as const;

export function BeneficiaryFilterBar({ address }: { address: UrlState }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-3" data-testid="acquiring-filters">
      <FilterMenu
        name={t("payments.only")}
        choices={[{ value: "true", label: t("beneficiary.blocked") }]}
        chosen={address.all("blocked")}
        onChoose={(values) => address.set({ blocked: values })}
      />
      <FilterMenu
        name={t("beneficiary.customer")}
        choices={address.all("customer_id").map((value) => ({ value, label: value }))}
        chosen={address.all("customer_id")}
        onChoose={(values) => address.set({ customer_id: values })}
      />
      <ClearFilters address={address} names={BENEFICIARY_FILTERS} />
    </div>
  );
}
