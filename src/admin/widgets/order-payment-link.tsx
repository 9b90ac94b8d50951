import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { LinkSection } from "../components/links/link-section";
import { Failed, Loading } from "../components/placeholders";
import { isRequestRefused } from "../lib/client";
import { fetchLinks } from "../lib/payment-links/link-calls";
import { useTexts } from "../lib/texts";

const POLL_MS = 15_000;

/** On the pages of an order and a draft order. Hidden for readers who may not see payments. */
const OrderPaymentLinkWidget = ({ data: order }: DetailWidgetProps<HttpTypes.AdminOrder>) => {
  const { t } = useTexts();
  const { data, isPending, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "payment-links", order.id],
    queryFn: ({ signal }) => fetchLinks(order.id, signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) => (state.data?.payment_links[0]?.state === "open" ? POLL_MS : false),
  });
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [order, refetch]);
  if (isPending) return <Loading />;
  if (!data && isRequestRefused(error, 403)) return null;
  if (!data)
    return (
      <Failed
        title={t("link.title")}
        text={t("link.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  return <LinkSection orderId={order.id} links={data} />;
};

export const config = defineWidgetConfig({ zone: ["order.details.side.before", "draft_order.details.side.before"] });

export default OrderPaymentLinkWidget;
