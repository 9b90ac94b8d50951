import { defineRouteConfig } from "@medusajs/admin-sdk";
import { useQuery } from "@tanstack/react-query";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import { LeaveGuard } from "../../../components/capture-policy/leave-guard";
import { PolicyEditor } from "../../../components/capture-policy/policy-editor";
import { Failed, Loading, Stale } from "../../../components/placeholders";
import { fetchPolicy, POLICY_KEY } from "../../../lib/capture-policy/policy-calls";
import { useTexts } from "../../../lib/texts";

const CapturePolicyRoute = () => {
  const { t } = useTexts();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: POLICY_KEY,
    queryFn: ({ signal }) => fetchPolicy(signal),
    ...ALWAYS_CURRENT,
  });
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed
        title={t("policy.title")}
        text={t("policy.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  return (
    <>
      {isError ? <Stale /> : null}
      <PolicyEditor page={data} guard={(isChanged) => <LeaveGuard isChanged={isChanged} />} />
    </>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.policy", translationNs: "acquiring", rank: 4 });

export default CapturePolicyRoute;
