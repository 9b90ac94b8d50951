import type { PayoutState } from "../../../api-schema/admin";
import type { View } from "../../lib/payouts/payout-view";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { ClearFilters } from "../list/clear-filters";
import { CreatedFilter } from "../list/created-filter";
import { FilterMenu } from "../list/filter-menu";

/** All filters are kept in the URL. Links from other pages name what a payout belongs to. */
const NAMED = ["beneficiary_id", "order_id", "customer_id", "import_id"] as const;
const FREE = ["currency", "created_from", "created_to", ...NAMED] as const;
export const PAYOUT_FILTERS = ["state", "approvable", ...FREE] as const;

const STATES: Record<PayoutState, true> = {
  draft: true,
  submitted: true,
  approved: true,
  sending: true,
  pending: true,
  paid: true,
  failed: true,
  cancelled: true,
  held: true,
  unknown: true,
  rejected: true,
  expired: true,
  withdrawn: true,
};

interface Props {
  readonly address: UrlState;
  readonly view: View;
  readonly currencies: readonly string[];
}

export function PayoutFilterBar({ address, view, currencies }: Props) {
  const { t } = useTexts();
  const states = Object.keys(STATES).filter((state): state is PayoutState => state in STATES);
  // A view's own criteria are not filters within it.
  const clearable = view === "all" ? ["state", ...FREE] : FREE;
  const names = {
    beneficiary_id: t("payout.beneficiary"),
    order_id: t("payments.order"),
    customer_id: t("payout.customer"),
    import_id: t("payout.file"),
  };
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-3" data-testid="acquiring-filters">
      {view === "all" ? (
        <FilterMenu
          name={t("payments.state")}
          choices={states.map((value) => ({ value, label: t(`payout.state.${value}`) }))}
          chosen={address.all("state")}
          onChoose={(values) => address.set({ state: values })}
        />
      ) : null}
      <FilterMenu
        name={t("payments.currency")}
        choices={currencies.map((value) => ({ value, label: value }))}
        chosen={address.all("currency")}
        onChoose={(values) => address.set({ currency: values })}
      />
      {NAMED.map((name) => (
        <FilterMenu
          key={name}
          name={names[name]}
          choices={address.all(name).map((value) => ({ value, label: value }))}
          chosen={address.all(name)}
          onChoose={(values) => address.set({ [name]: values })}
        />
      ))}
      <CreatedFilter address={address} />
      <ClearFilters address={address} names={clearable} />
    </div>
  );
}
