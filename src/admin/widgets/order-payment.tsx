import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { CreditCard } from "@medusajs/icons";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { Container, Heading } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { PaymentCard } from "../components/payment-card";
import { Failed, Loading, Stale } from "../components/placeholders";
import { fetchOrderPayments } from "../lib/calls";
import { isRequestRefused } from "../lib/client";
import { pollEvery } from "../lib/view";
import { useTexts } from "../lib/texts";

/** Hidden for orders paid otherwise and for readers who may not see payments. */
const OrderPaymentWidget = ({ data: order }: DetailWidgetProps<HttpTypes.AdminOrder>) => {
  const { t } = useTexts();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "order-payments", order.id],
    queryFn: ({ signal }) => fetchOrderPayments(order.id, signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) => pollEvery(state.data?.payments),
  });
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [order, refetch]);
  if (isPending) return <Loading />;
  if (!data && isRequestRefused(error, 403)) return null;
  if (!data) return <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  if (data.payments.length === 0) return null;
  return (
    <Container className="divide-y p-0" data-testid="acquiring-order-widget">
      <div className="flex items-center gap-x-2 px-6 py-4">
        <CreditCard className="text-ui-fg-subtle" aria-hidden="true" />
        <Heading level="h2">{t("payment.title")}</Heading>
      </div>
      {isError ? <Stale /> : null}
      {data.payments.map((payment, index) => (
        <PaymentCard key={payment.id} payment={payment} isNewest={index === 0} />
      ))}
    </Container>
  );
};

export const config = defineWidgetConfig({ zone: "order.details.side.before" });

export default OrderPaymentWidget;
