import { defineRouteConfig } from "@medusajs/admin-sdk";
import { useQuery } from "@tanstack/react-query";
import { NotificationEditor } from "../../../components/notifications/notification-editor";
import { Failed, Loading, Stale } from "../../../components/placeholders";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import { fetchNotifications, NOTIFICATIONS_KEY } from "../../../lib/notifications/notification-calls";
import { useTexts } from "../../../lib/texts";

/** While messages are about to be sent. */
const EVERY_MS = 10_000;

const NotificationsRoute = () => {
  const { t } = useTexts();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: NOTIFICATIONS_KEY,
    queryFn: ({ signal }) => fetchNotifications(signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) =>
      state.data?.messages.some(({ status }) => status === "waiting") === true ? EVERY_MS : false,
  });
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed
        title={t("notifications.title")}
        text={t("notifications.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  return (
    <>
      {isError ? <Stale /> : null}
      <NotificationEditor page={data} />
    </>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.notifications", translationNs: "acquiring", rank: 8 });

export default NotificationsRoute;
