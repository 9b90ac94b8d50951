import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Button } from "@medusajs/ui";
import { Link } from "react-router-dom";
import { ListButtons } from "../../../components/payout-import/list-buttons";
import { NotSetUp } from "../../../components/payouts/not-set-up";
import { PAYOUT_FILTERS } from "../../../components/payouts/payout-filters";
import { PayoutListTable } from "../../../components/payouts/payout-list";
import { PayoutTotalsBar } from "../../../components/payouts/payout-totals";
import { useSetup } from "../../../components/payouts/use-setup";
import { Failed, Loading } from "../../../components/placeholders";
import { viewOf } from "../../../lib/payouts/payout-view";
import { useAccess } from "../../../lib/use-access";
import { useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

const PayoutsPage = () => {
  const { t } = useTexts();
  const address = useUrlState();
  const may = useAccess();
  const { data: setup, isPending, isFetching, refetch, error } = useSetup();
  if (isPending) return <Loading />;
  if (!setup)
    return (
      <Failed
        title={t("payout.title")}
        text={t("payout.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  if (!setup.ready) return <NotSetUp missing={setup.missing} />;
  return (
    <div className="flex flex-col gap-y-3">
      {viewOf(address) === "all" ? <PayoutTotalsBar address={address} /> : null}
      <PayoutListTable
        {...{ address, setup }}
        buttons={
          <>
            <ListButtons address={address} filters={PAYOUT_FILTERS} />
            {may("payout") ? (
              <Button size="small" asChild>
                <Link to="/acquiring/payouts/new" data-testid="acquiring-new-payout">
                  {t("payout.add")}
                </Link>
              </Button>
            ) : null}
          </>
        }
      />
    </div>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.payouts", translationNs: "acquiring", rank: 6 });

export default PayoutsPage;
