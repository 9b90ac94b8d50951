import { defineRouteConfig } from "@medusajs/admin-sdk";
import { useQuery } from "@tanstack/react-query";
import { LeaveGuard } from "../../../components/capture-policy/leave-guard";
import { PaymentDrawer } from "../../../components/payment-drawer";
import { Failed, Loading, Stale } from "../../../components/placeholders";
import { PrivacySections } from "../../../components/privacy/privacy-sections";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import { fetchPrivacy, PRIVACY_KEY } from "../../../lib/privacy/privacy-calls";
import { useOpen, useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

const PrivacyRoute = () => {
  const { t } = useTexts();
  const address = useUrlState();
  const open = useOpen(address);
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: PRIVACY_KEY,
    queryFn: ({ signal }) => fetchPrivacy(signal),
    ...ALWAYS_CURRENT,
  });
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed
        title={t("privacy.title")}
        text={t("privacy.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  const payment = address.one("payment");
  return (
    <>
      {isError ? <Stale /> : null}
      <PrivacySections page={data} onOpen={open} guard={(question) => <LeaveGuard isChanged question={question} />} />
      {payment === null ? null : <PaymentDrawer id={payment} onClose={() => address.set({ payment: null })} />}
    </>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.privacy", translationNs: "acquiring", rank: 9 });

export default PrivacyRoute;
