import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { Failed } from "../components/placeholders";
import { ProposalSection } from "../components/refund-proposal/proposal-section";
import { isRequestRefused } from "../lib/client";
import { fetchRefundProposal } from "../lib/refund-calls";
import { useTexts } from "../lib/texts";

const POLL_MS = 15_000;

/** Hidden for an order that has nothing to refund, and for readers who may not see payments. */
const OrderRefundProposalWidget = ({ data: order }: DetailWidgetProps<HttpTypes.AdminOrder>) => {
  const { t } = useTexts();
  const { data, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "refund-proposal", order.id],
    queryFn: ({ signal }) => fetchRefundProposal(order.id, signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) => (state.data?.surplus === null ? false : POLL_MS),
  });
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [order, refetch]);
  if (!data && (error === null || isRequestRefused(error, 403))) return null;
  if (!data)
    return (
      <Failed
        title={t("returns.title")}
        text={t("returns.failed")}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  return data.surplus === null ? null : <ProposalSection orderId={order.id} proposal={data} surplus={data.surplus} />;
};

export const config = defineWidgetConfig({ zone: "order.details.side.before" });

export default OrderRefundProposalWidget;
