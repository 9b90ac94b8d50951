import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { PayoutSetup } from "../../../../../api-schema/admin";
import { RequirePayoutSetup } from "../../../../components/payout-form/require-payout-setup";
import { Wizard } from "../../../../components/payout-form/wizard";
import { Failed, Loading } from "../../../../components/placeholders";
import { fetchBeneficiary } from "../../../../lib/payouts/beneficiary-calls";
import type { PayoutField } from "../../../../lib/payouts/payout-form";
import { emptyDraft } from "../../../../lib/payouts/payout-form";
import { useTexts } from "../../../../lib/texts";

/** A new payout. Another page may have put the payee and the purpose into the URL. */
const NewPayoutPage = () => {
  const { t } = useTexts();
  return (
    <RequirePayoutSetup title={t("payoutForm.title")}>{(setup) => <NewPayout setup={setup} />}</RequirePayoutSetup>
  );
};

const KNOWN: readonly PayoutField[] = ["amount", "currency", "reference", "reason", "order_id", "customer_id"];

function NewPayout({ setup }: { setup: PayoutSetup }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const wanted = params.get("beneficiary_id");
  const { data, isLoading, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "beneficiary", wanted],
    queryFn: ({ signal }) => fetchBeneficiary(wanted ?? "", signal),
    enabled: wanted !== null,
  });
  if (isLoading) return <Loading />;
  if (wanted !== null && !data)
    return (
      <Failed
        title={t("payoutForm.title")}
        text={t("payout.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  const chosen = data === undefined || data.beneficiary.blocked ? null : data.beneficiary;
  const known = KNOWN.flatMap((field): [PayoutField, string][] => {
    const value = params.get(field);
    return value === null ? [] : [[field, field === "currency" ? value.toUpperCase() : value]];
  });
  const currency = chosen?.currency;
  const usual = setup.limits.some((limit) => limit.currency === currency) ? { currency: currency ?? "" } : {};
  return (
    <Wizard
      setup={setup}
      draft={emptyDraft(setup, { ...usual, ...Object.fromEntries(known) })}
      chosen={chosen}
      payout={null}
      step={chosen === null ? "beneficiary" : "money"}
      onStored={({ id }) => void navigate(`/acquiring/payouts/${id}/edit?step=review`, { replace: true })}
    />
  );
}

export default NewPayoutPage;
