import type { DisputeState } from "../../../api-schema/admin";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { ClearFilters } from "../list/clear-filters";
import { FilterMenu } from "../list/filter-menu";

export const DISPUTE_FILTERS = ["state"] as const;

const STATES: readonly DisputeState[] = ["needs_answer", "overdue", "answered", "won", "lost"];

export function DisputeFilterBar({ address }: { address: UrlState }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-3" data-testid="acquiring-filters">
      <FilterMenu
        name={t("payments.state")}
        choices={STATES.map((value) => ({ value, label: t(`disputes.state.${value}`) }))}
        chosen={address.all("state")}
        onChoose={(values) => address.set({ state: values })}
      />
      <ClearFilters address={address} names={DISPUTE_FILTERS} />
    </div>
  );
}
