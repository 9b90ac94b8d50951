import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ALWAYS_CURRENT } from "../../../../lib/always-current";
import { BeneficiaryFacts } from "../../../../components/beneficiaries/beneficiary-facts";
import { BeneficiaryHead } from "../../../../components/beneficiaries/beneficiary-head";
import { BeneficiaryPayouts } from "../../../../components/beneficiaries/beneficiary-payouts";
import { BeneficiaryHistory } from "../../../../components/beneficiaries/beneficiary-history";
import { RequirePayoutSetup } from "../../../../components/payout-form/require-payout-setup";
import { Failed, Loading, Stale } from "../../../../components/placeholders";
import { fetchBeneficiary } from "../../../../lib/payouts/beneficiary-calls";
import { useTexts } from "../../../../lib/texts";

const BeneficiaryPage = () => {
  const { id = "" } = useParams();
  const { t } = useTexts();
  return (
    <RequirePayoutSetup title={t("beneficiary.title")}>
      {({ cool_down_hours: coolDownHours }) => <Beneficiary key={id} id={id} coolDownHours={coolDownHours} />}
    </RequirePayoutSetup>
  );
};

function Beneficiary({ id, coolDownHours }: { id: string; coolDownHours: number | null }) {
  const { t } = useTexts();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "beneficiary", id],
    queryFn: ({ signal }) => fetchBeneficiary(id, signal),
    ...ALWAYS_CURRENT,
  });
  if (isPending) return <Loading />;
  if (!data)
    return <Failed title={t("beneficiary.title")} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const { beneficiary } = data;
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-beneficiary">
      {isError ? <Stale /> : null}
      <BeneficiaryHead {...{ beneficiary, coolDownHours }} />
      <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-y-3">
          <BeneficiaryPayouts id={id} />
          <BeneficiaryHistory events={beneficiary.events} />
        </div>
        <div className="w-full xl:max-w-sm">
          <BeneficiaryFacts beneficiary={beneficiary} />
        </div>
      </div>
    </div>
  );
}

export default BeneficiaryPage;
