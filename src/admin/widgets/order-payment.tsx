import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import type { AdminPayment } from "../../contract/admin";
import { PaymentCard, StateBadge } from "../components/payment-card";
import { words } from "../i18n/en";
import { fetchOrderPayments } from "../lib/client";

/** On the order page: what happened to this order's money at the gateway. Orders paid another way show nothing. */
const POLL_MS = 5_000;

const OrderPaymentWidget = ({ data: order }: DetailWidgetProps<HttpTypes.AdminOrder>) => {
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: ["acquiring", "order-payments", order.id, order.payment_status],
    queryFn: () => fetchOrderPayments(order.id),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.payments.some(isMoving) ? POLL_MS : false),
  });
  if (isError) {
    return (
      <Container className="flex flex-col items-start gap-y-3">
        <Heading level="h2">{words.title}</Heading>
        <Text size="small">{words.failed}</Text>
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          {words.retry}
        </Button>
      </Container>
    );
  }
  if (isLoading) {
    return (
      <Container aria-busy="true" aria-label={words.title}>
        <Skeleton className="mb-3 h-6 w-40" />
        <Skeleton className="h-32 w-full" />
      </Container>
    );
  }
  const [newest, ...earlier] = data?.payments ?? [];
  if (!newest) return null;
  return (
    <Container className="divide-y p-0" data-testid="acquiring-order-widget">
      <div className="flex items-center justify-between px-6 py-4">
        <Heading level="h2">{words.title}</Heading>
        <StateBadge state={newest.state} />
      </div>
      <PaymentCard payment={newest} />
      {earlier.length > 0 ? (
        <details>
          <summary className="txt-compact-small text-ui-fg-subtle cursor-pointer px-6 py-4">
            {words.earlier} ({earlier.length})
          </summary>
          {earlier.map((payment) => (
            <div key={payment.id}>
              <div className="px-6 pt-4">
                <StateBadge state={payment.state} />
              </div>
              <PaymentCard payment={payment} />
            </div>
          ))}
        </details>
      ) : null}
    </Container>
  );
};

/** Something that will change by itself soon is looked at again. */
const isMoving = (payment: AdminPayment): boolean =>
  payment.open_operations.some(({ status }) => status !== "pending") ||
  payment.state === "created" ||
  payment.state === "unknown";

export const config = defineWidgetConfig({ zone: "order.details.side.before" });

export default OrderPaymentWidget;
